import { and, eq, inArray } from 'drizzle-orm'
import type { OtherWaysIn } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { chooseAccount } from './choose-account.ts'
import { accountsOfContact, type Account, type Contact } from './contact.ts'
import type { Device } from './device.ts'
import { orChallenge, useOf } from './gate.ts'
import type { Line } from './passwords/bounded-queue.ts'
import { isPasswordOf } from './passwords/password.ts'
import { countPassword, forgivePasswords } from './passwords/password-limits.ts'
import { entryOf, openSession, type Entry } from './session.ts'

const wrong = () => fail('USERNAME_OR_PASSWORD_WRONG', { field: 'password' })

/**
 * Signs in by password; a try is counted before the comparison. The spec's messages reveal whether a contact is known, but every outcome
 * costs the same work. CHALLENGE_REQUIRED, USER_NOT_FOUND, LOGIN_VIA_SOCIAL_OR_SET_PASSWORD, USERNAME_OR_PASSWORD_WRONG, EMAIL_NOT_VERIFIED, NOT_READY.
 */
export const loginByPassword = async (
  ctx: Context,
  contact: Contact,
  { password, accountId }: { password: string; accountId: number | undefined },
  device: Device
): Promise<Entry> => {
  const accounts = await accountsOfContact(ctx, contact)
  const attempt = await countPassword(ctx, { account: contact.contact, accounts, from: device })
  const asked = accountId === undefined ? accounts : accounts.filter(({ id }) => id === accountId)
  const matching = await orChallenge(ctx, attempt.line === 'usual' ? useOf(ctx, device, contact.contact) : null, () =>
    withPassword(ctx, asked, password, attempt.line)
  )
  if (accounts.length === 0) throw fail('USER_NOT_FOUND', { field: 'contact' })
  if (accounts.every(({ passwordHash }) => passwordHash === null)) throw await noPassword(ctx, accounts)
  if (matching.length === 0) throw wrong()
  const account = chooseAccount(matching, contact, accountId)
  if (contact.type === 'email' && !account.emailVerified) throw fail('EMAIL_NOT_VERIFIED', { field: 'contact' })
  const session = await withTransaction(ctx, async (tx) => {
    await lockPassword(tx, account)
    return openSession(tx, account.id, contact.contact, device)
  })
  await forgivePasswords(ctx, attempt)
  return entryOf(ctx, session)
}

/** Returns the accounts with this password. At least one comparison is made, so that timing does not reveal which contacts exist. */
const withPassword = async (ctx: Context, accounts: Account[], password: string, line: Line): Promise<Account[]> => {
  const matching: Account[] = []
  const secured = accounts.filter(({ passwordHash }) => passwordHash !== null)
  if (secured.length === 0) await isPasswordOf(ctx, null, password, line)
  for (const account of secured) if (await isPasswordOf(ctx, account.passwordHash, password, line)) matching.push(account)
  return matching
}

/**
 * Opens a session unless the password changed since the comparison. The row stays locked until the session exists, so that a parallel
 * change finds and ends it.
 */
const lockPassword = async (tx: Context, { id, passwordHash }: Account): Promise<void> => {
  const { users } = schema
  const [locked] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash ?? '')))
    .for('update')
  if (!locked) throw wrong()
}

const noPassword = async (ctx: Context, accounts: Account[]) => {
  const { socialIdentities } = schema
  const rows = await ctx.db
    .selectDistinct({ provider: socialIdentities.provider })
    .from(socialIdentities)
    .where(
      inArray(
        socialIdentities.userId,
        accounts.map(({ id }) => id)
      )
    )
  const providers = rows.map(({ provider }) => provider).sort()
  return fail('LOGIN_VIA_SOCIAL_OR_SET_PASSWORD', { data: { providers } satisfies OtherWaysIn })
}
