import { eq } from 'drizzle-orm'
import type { PersonChange, Profile } from '#contract/auth/calls.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { readCompany, type Company } from './company.ts'
import { evictPerson } from './tokens/cached-tokens.ts'
import type { Given } from './device.ts'
import { refusingConflicts } from './contact-conflict.ts'
import { userById } from './user.ts'

const ADULT_YEARS = 18

/**
 * Changes the given fields and returns the person. A new birth date also sets whether they are an adult, unless that is given too; an answer
 * that it contradicts is refused. AGE_AGAINST_BIRTH_DATE, TIN_EXISTS, TIN_TOO_SHORT, UNAUTHORIZED; EMAIL_ALREADY_USED or PHONE_ALREADY_USED when a company gives up its tax id while a person has
 * the same contact.
 */
export const changePerson = async (ctx: Context, { companyName, tin, ...person }: Given<PersonChange>): Promise<Profile> => {
  const { userId } = requireUser(ctx)
  if (person.birthDate && person.birthDate > yerevan(ctx.now()).date) throw fail('BAD_REQUEST', { field: 'birthDate' })
  const change = {
    ...(await ageBy(ctx, userId, person)),
    ...definedFields(person),
    ...(companyName === undefined && tin === undefined ? {} : await companyOf(ctx, userId, { companyName, tin }))
  }
  if (Object.values(change).some((value) => value !== undefined)) {
    await refusingConflicts({ email: 'tin', phone: 'tin' }, () =>
      ctx.db.update(schema.users).set(change).where(eq(schema.users.id, userId))
    )
    // Baskets use the cached person for a moment: a changed age must count at once.
    evictPerson(ctx.cache, userId)
  }
  return userById(ctx, userId)
}

/** What a birth date says of the age; an unchanged one does not answer the question again. */
const ageBy = async (
  ctx: Context,
  userId: number,
  { birthDate, isAdult }: Pick<Given<PersonChange>, 'birthDate' | 'isAdult'>
): Promise<{ isAdult?: boolean }> => {
  if (!birthDate && isAdult !== true) return {}
  const { users } = schema
  const [stored] = await ctx.db.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId))
  const known = birthDate === undefined ? stored?.birthDate : birthDate
  if (!known) return {}
  const isAdultByDate = isAdultOn(known, yerevan(ctx.now()).date)
  if (isAdult === true && !isAdultByDate) throw fail('AGE_AGAINST_BIRTH_DATE', { field: 'isAdult' })
  return birthDate && birthDate !== stored?.birthDate ? { isAdult: isAdultByDate } : {}
}

/** True for births at least eighteen years ago; both dates yyyy-mm-dd. */
const isAdultOn = (birthDate: string, today: string): boolean =>
  `${Number(birthDate.slice(0, 4)) + ADULT_YEARS}${birthDate.slice(4)}` <= today

/** Returns only the given fields: absent ones must not override derived values. */
const definedFields = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

const companyOf = async (ctx: Context, userId: number, input: { [K in keyof Company]: Company[K] | undefined }): Promise<Company> => {
  const { companyName, tin } = schema.users
  const [current = { companyName: null, tin: null }] = await ctx.db
    .select({ companyName, tin })
    .from(schema.users)
    .where(eq(schema.users.id, userId))
  return readCompany({
    companyName: input.companyName === undefined ? current.companyName : input.companyName,
    tin: input.tin === undefined ? current.tin : input.tin
  })
}
