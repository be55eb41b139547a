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
 * Changes what is named and answers the person as they are now; nothing named changes nothing. A new birth date answers the question of age,
 * unless that is answered besides. TIN_EXISTS, TIN_TOO_SHORT; a company that gives
 * its tax id up beside a person of the same contact: EMAIL_ALREADY_USED, PHONE_ALREADY_USED. UNAUTHORIZED.
 */
export const changePerson = async (ctx: Context, { companyName, tin, ...person }: Given<PersonChange>): Promise<Profile> => {
  const { userId } = requireUser(ctx)
  if (person.birthDate && person.birthDate > yerevan(ctx.now()).date) throw fail('BAD_REQUEST', { field: 'birthDate' })
  const change = {
    ...(person.birthDate ? await ageBy(ctx, userId, person.birthDate) : {}),
    ...given(person),
    ...(companyName === undefined && tin === undefined ? {} : await companyOf(ctx, userId, { companyName, tin }))
  }
  if (Object.values(change).some((value) => value !== undefined)) {
    await refusingConflicts({ email: 'tin', phone: 'tin' }, () =>
      ctx.db.update(schema.users).set(change).where(eq(schema.users.id, userId))
    )
    // Baskets believe for a moment what was known of the caller: the age counts at once.
    evictPerson(ctx.cache, userId)
  }
  return userById(ctx, userId)
}

/** A birth date that is told again says nothing new. */
const ageBy = async (ctx: Context, userId: number, birthDate: string): Promise<{ isAdult?: boolean }> => {
  const { users } = schema
  const [now] = await ctx.db.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId))
  return now?.birthDate === birthDate ? {} : { isAdult: isAdultOn(birthDate, yerevan(ctx.now()).date) }
}

/** Born eighteen years ago or earlier; both yyyy-mm-dd. */
const isAdultOn = (birthDate: string, today: string): boolean =>
  `${Number(birthDate.slice(0, 4)) + ADULT_YEARS}${birthDate.slice(4)}` <= today

/** What was named alone: nothing unnamed may hide what follows from the rest. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

const companyOf = async (ctx: Context, userId: number, given: { [K in keyof Company]: Company[K] | undefined }): Promise<Company> => {
  const { companyName, tin } = schema.users
  const [now = { companyName: null, tin: null }] = await ctx.db
    .select({ companyName, tin })
    .from(schema.users)
    .where(eq(schema.users.id, userId))
  return readCompany({
    companyName: given.companyName === undefined ? now.companyName : given.companyName,
    tin: given.tin === undefined ? now.tin : given.tin
  })
}
