import { and, eq } from 'drizzle-orm'
import { LANGUAGE_IDS } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PendingIdentity } from '#server/db/schema/sign-in.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { contactsOf, notifyOwner } from '#server/services/auth/notify-owner.ts'
import type { Account } from '#server/services/auth/contact.ts'
import { endSessionsOf } from '#server/services/auth/end-session.ts'

const { users, socialIdentities } = schema

/** Returns the account linked to a provider's account; null when there is none. */
export const accountOfIdentity = async (ctx: Context, provider: string, subject: string) => {
  const [row] = await ctx.db
    .select({ id: users.id, deactivatedAt: users.deactivatedAt })
    .from(socialIdentities)
    .innerJoin(users, eq(users.id, socialIdentities.userId))
    .where(and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject)))
  return row ?? null
}

/** Returns accounts that have verified the address; a provider that verified it too may open them. */
export const verifiedOf = (accounts: Account[]): Account[] =>
  accounts.filter(({ deactivatedAt, emailVerified }) => deactivatedAt === null && emailVerified)

/** Creates a person from a provider's profile; null when the address is in use by now. */
export const registerPerson = async (ctx: Context, { email, firstName, lastName }: PendingIdentity): Promise<number | null> => {
  const [inserted] = await ctx.db
    .insert(users)
    .values({
      firstName: firstName || (email.split('@')[0] ?? '').slice(0, 60),
      lastName,
      email,
      emailVerified: true,
      languageId: LANGUAGE_IDS[ctx.locale],
      createdAt: new Date(ctx.now())
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return inserted?.id ?? null
}

/** Links a provider's account; returns false when it, or another one of this provider, is linked already. */
export const addIdentity = async (
  ctx: Context,
  userId: number,
  provider: string,
  { subject, email }: { subject: string; email: string | null }
): Promise<boolean> => {
  const added = await ctx.db
    .insert(socialIdentities)
    .values({ provider, subject, userId, email, createdAt: new Date(ctx.now()) })
    .onConflictDoNothing()
    .returning({ userId: socialIdentities.userId })
  return added.length > 0
}

/** Links a provider's account to an existing account and notifies its owner. Returns false as addIdentity does. */
export const linkIdentity = (ctx: Context, userId: number, provider: string, profile: { subject: string; email: string | null }) =>
  withTransaction(ctx, async (tx) => {
    const isLinked = await addIdentity(tx, userId, provider, profile)
    if (isLinked) await notifyOwner(tx, await contactsOf(tx, userId), { kind: 'providerLinked', provider: nameOf(tx, provider) })
    return isLinked
  })

/** The provider's name as people know it. */
const nameOf = ({ adapters }: Context, provider: string): string => adapters.signIn.find(({ id }) => id === provider)?.name ?? provider

/**
 * Takes over an account with an unverified address for the person who verified it: password, devices and providers that somebody else may
 * have set are removed.
 */
export const claimAccount = async (ctx: Context, userId: number): Promise<void> => {
  await ctx.db.update(users).set({ emailVerified: true, passwordHash: null }).where(eq(users.id, userId))
  await ctx.db.delete(socialIdentities).where(eq(socialIdentities.userId, userId))
  await endSessionsOf(ctx, userId, 'claimed')
}
