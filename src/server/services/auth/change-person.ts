import { eq } from 'drizzle-orm'
import type { PersonChange, Profile } from '#contract/auth.ts'
import { yerevan } from '#domain/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { readCompany, type Company } from './company.ts'
import { forgetPerson } from './known-tokens.ts'
import type { Given } from './login.ts'
import { refusingTaken } from './taken.ts'
import { userById } from './user.ts'

/**
 * Changes what is named and answers the person as they are now; nothing named changes nothing. TIN_EXISTS, TIN_TOO_SHORT; a company that gives
 * its tax id up beside a person of the same contact: EMAIL_ALREADY_USED, PHONE_ALREADY_USED. UNAUTHORIZED.
 */
export const changePerson = async (ctx: Context, { companyName, tin, ...person }: Given<PersonChange>): Promise<Profile> => {
  const { userId } = requireUser(ctx)
  if (person.birthDate && person.birthDate > yerevan(ctx.now()).date) throw fail('BAD_REQUEST', { field: 'birthDate' })
  const change = {
    ...person,
    ...(companyName === undefined && tin === undefined ? {} : await companyOf(ctx, userId, { companyName, tin }))
  }
  if (Object.values(change).some((value) => value !== undefined)) {
    await refusingTaken({ email: 'tin', phone: 'tin' }, () => ctx.db.update(schema.users).set(change).where(eq(schema.users.id, userId)))
    // Baskets believe for a moment what was known of the caller: the age counts at once.
    forgetPerson(ctx.config, userId)
  }
  return userById(ctx, userId)
}

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
