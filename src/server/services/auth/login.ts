import { eq } from 'drizzle-orm'
import type { Credentials } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { chooseAccount } from './choose-account.ts'
import { accountsOfContact, readContact, type Contact } from './contact.ts'
import type { Device, Given } from './device.ts'
import { loginByPassword } from './login-by-password.ts'
import { checkCode, useCode } from './codes/code.ts'
import { entryOf, openSession, type Entry } from './session.ts'

/** Signs in by code or by password. CHOOSE_ACCOUNT, USER_DEACTIVATED, and the codes of the two ways. */
export const login = async (ctx: Context, { type, contact: typed, ...proof }: Given<Credentials>, device: Device): Promise<Entry> => {
  const contact = await readContact(ctx, type, typed)
  return proof.password === undefined
    ? loginByCode(ctx, contact, { pin: proof.pin ?? '', accountId: proof.accountId }, device)
    : loginByPassword(ctx, contact, { password: proof.password, accountId: proof.accountId }, device)
}

/**
 * Signs in by code and consumes it. For an unknown contact (NEED_TO_REGISTER), and until an account is chosen, the code stays usable.
 * PIN_INCORRECT_OR_EXPIRED.
 */
const loginByCode = async (
  ctx: Context,
  contact: Contact,
  { pin, accountId }: { pin: string; accountId: number | undefined },
  device: Device
): Promise<Entry> => {
  const validCode = await checkCode(ctx, contact.contact, pin)
  const accounts = await accountsOfContact(ctx, contact)
  if (accounts.length === 0) throw fail('NEED_TO_REGISTER')
  const account = chooseAccount(accounts, contact, accountId)
  const session = await withTransaction(ctx, async (tx) => {
    await useCode(tx, validCode)
    const verified = contact.type === 'phone' ? { phoneVerified: true } : { emailVerified: true }
    await tx.db.update(schema.users).set(verified).where(eq(schema.users.id, account.id))
    return openSession(tx, account.id, contact.contact, device)
  })
  return entryOf(ctx, session)
}
