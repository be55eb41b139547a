import { and, eq, isNull } from 'drizzle-orm'
import type { ResetFinish } from '#contract/credentials/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { chooseAccount } from '#server/services/auth/choose-account.ts'
import { accountsOfContact, readContact, type Contact } from '#server/services/auth/contact.ts'
import type { Device, Given } from '#server/services/auth/device.ts'
import { hashPassword, refuseSame } from '#server/services/auth/passwords/password.ts'
import { endCodes, checkCode, useCode } from '#server/services/auth/codes/code.ts'
import { deadLink, liveLink, readLink } from './reset-link.ts'
import { entryOf, openSession, type Entry } from '#server/services/auth/session.ts'
import { setPassword } from './set-password.ts'

const { passwordResets, users } = schema

/** The proof in the mail; `use` consumes it inside the transaction that sets the password. */
interface Proof {
  contact: Contact
  use: (tx: Context) => Promise<unknown>
}

/**
 * Sets the password by the mailed link or code, ends all sessions of the account, and signs in. All links and codes of the address are then
 * invalid. PIN_INCORRECT_OR_EXPIRED, CHOOSE_ACCOUNT, USER_DEACTIVATED, NOT_READY; PASSWORD_UNCHANGED and PASSWORD_TOO_COMMON leave link and code usable.
 */
export const finishReset = async (ctx: Context, input: Given<ResetFinish>, device: Device): Promise<Entry> => {
  const { contact, use } = input.token === undefined ? await byCode(ctx, input) : await byLink(ctx, input.token)
  const account = chooseAccount(await accountsOfContact(ctx, contact), contact, input.accountId)
  await refuseSame(ctx, account.passwordHash, input.password)
  const passwordHash = await hashPassword(ctx, input.password)
  const session = await withTransaction(ctx, async (tx) => {
    await use(tx)
    await endCodes(tx, contact.contact)
    await endLinks(tx, contact.contact)
    await tx.db.update(users).set({ emailVerified: true }).where(eq(users.id, account.id))
    await setPassword(tx, { userId: account.id, passwordHash, currentSession: null })
    return openSession(tx, account.id, contact.contact, device)
  })
  return entryOf(ctx, session)
}

const byCode = async (ctx: Context, { email = '', pin = '' }: Given<ResetFinish>): Promise<Proof> => {
  const contact = await readContact(ctx, 'email', email, 'email')
  const validCode = await checkCode(ctx, contact.contact, pin)
  return { contact, use: (tx) => useCode(tx, validCode) }
}

const byLink = async (ctx: Context, token: string): Promise<Proof> => {
  const { email } = await readLink(ctx, token)
  return {
    contact: { type: 'email', contact: email },
    use: async (tx) => {
      const used = await tx.db
        .update(passwordResets)
        .set({ usedAt: new Date(tx.now()) })
        .where(liveLink(tx, token))
        .returning({ hash: passwordResets.hash })
      if (used.length === 0) throw deadLink()
    }
  }
}

const endLinks = (tx: Context, email: string) =>
  tx.db
    .update(passwordResets)
    .set({ usedAt: new Date(tx.now()) })
    .where(and(eq(passwordResets.email, email), isNull(passwordResets.usedAt)))
