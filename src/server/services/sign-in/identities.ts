import { and, asc, eq } from 'drizzle-orm'
import type { LinkedIdentity } from '#contract/sign-in/calls.ts'
import { SIGN_IN_PROVIDERS, type SignInProviderId } from '#domain/enums.ts'
import { maskContact } from '#domain/phone.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'

const { socialIdentities, users } = schema
const NAMES: Record<SignInProviderId, string> = { google: 'Google', facebook: 'Facebook', apple: 'Apple', openid: 'OpenID' }
const isProvider = (text: string): text is SignInProviderId => SIGN_IN_PROVIDERS.some((id) => id === text)

/** Returns the providers linked to the caller's account, also those no longer configured. */
export const listIdentities = async (ctx: Context): Promise<LinkedIdentity[]> => {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(socialIdentities)
    .where(eq(socialIdentities.userId, userId))
    .orderBy(asc(socialIdentities.createdAt))
  return rows.flatMap(({ provider, email, createdAt }) =>
    isProvider(provider)
      ? {
          provider,
          name: ctx.adapters.signIn.find(({ id }) => id === provider)?.name ?? NAMES[provider],
          email: email === null ? null : maskContact(email),
          linkedAt: toIso(createdAt.getTime())
        }
      : []
  )
}

/** Unlinks a provider. NOT_FOUND; CONFLICT when no other way to sign in would remain. */
export const unlinkIdentity = (ctx: Context, provider: string): Promise<{ removed: true }> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const [person] = await tx.db
      .select({ passwordHash: users.passwordHash, emailVerified: users.emailVerified, phoneVerified: users.phoneVerified })
      .from(users)
      .where(eq(users.id, userId))
      .for('update')
    const linked = await tx.db.select().from(socialIdentities).where(eq(socialIdentities.userId, userId))
    if (!linked.some((one) => one.provider === provider)) throw fail('NOT_FOUND')
    const hasOther = Boolean(person?.passwordHash) || person?.emailVerified || person?.phoneVerified || linked.length > 1
    if (!hasOther) throw fail('CONFLICT')
    await tx.db.delete(socialIdentities).where(and(eq(socialIdentities.userId, userId), eq(socialIdentities.provider, provider)))
    return { removed: true }
  })
}
