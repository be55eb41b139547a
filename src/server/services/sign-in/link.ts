import type { CodeSent } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import type { PendingIdentity } from '#server/db/schema/sign-in.ts'
import { chooseAccount } from '#server/services/auth/choose-account.ts'
import { accountsOfContact, type Account } from '#server/services/auth/contact.ts'
import type { Device, Origin } from '#server/services/auth/device.ts'
import { checkCode, useCode } from '#server/services/auth/codes/code.ts'
import { sendCode } from '#server/services/auth/codes/send-code.ts'
import { entryOf, openSession, type Entry } from '#server/services/auth/session.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { accountOfIdentity, addIdentity, claimAccount, linkIdentity, verifiedOf, registerPerson } from './account-of.ts'
import { endVisit, pendingVisit } from './visits.ts'

const visitExpired = () => fail('SOCIAL_DATA_UNAVAILABLE')

/** Sends a code to the address from the provider. SOCIAL_DATA_UNAVAILABLE when no visit of this browser waits for a code. */
export const sendLinkCode = async (ctx: Context, browserKey: string | undefined, from: Origin): Promise<CodeSent> => {
  const visit = await pendingVisit(ctx, browserKey)
  if (!visit) throw visitExpired()
  return sendCode(ctx, { type: 'email', contact: visit.pending.email }, from)
}

/**
 * Signs in by a provider whose address is verified, now by a code or before: links the account of that address, or creates one.
 * PIN_INCORRECT_OR_EXPIRED, SOCIAL_DATA_UNAVAILABLE, CHOOSE_ACCOUNT (the code stays usable), USER_NOT_FOUND, USER_DEACTIVATED;
 * EMAIL_ALREADY_USED when another account has the address unverified.
 */
export const linkPending = async (
  ctx: Context,
  browserKey: string | undefined,
  { pin = '', accountId }: { pin?: string | undefined; accountId?: number | undefined },
  device: Device
): Promise<Entry> => {
  const visit = await pendingVisit(ctx, browserKey)
  if (!visit) throw visitExpired()
  const { pending, provider } = visit
  const validCode = pending.proven ? null : await checkCode(ctx, pending.email, pin)
  const account = await accountMeant(ctx, pending, accountId)
  const session = await withTransaction(ctx, async (tx) => {
    if (validCode) await useCode(tx, validCode)
    const linked = pending.proven ? null : await accountOfIdentity(tx, provider, pending.subject)
    const userId = linked?.id ?? (account ? await identityConflict(tx, account) : await createAccount(tx, pending))
    await (account && !linked ? linkIdentity : addIdentity)(tx, userId, provider, pending)
    await endVisit(tx, visit)
    return openSession(tx, userId, pending.email, device)
  })
  return entryOf(ctx, session)
}

/** Returns the chosen one of the accounts that may be opened; null when no account has the address. */
const accountMeant = async (ctx: Context, pending: PendingIdentity, accountId: number | undefined): Promise<Account | null> => {
  const contact = { type: 'email', contact: pending.email } as const
  const accounts = await accountsOfContact(ctx, contact)
  if (pending.proven && verifiedOf(accounts).length === 0) throw visitExpired()
  if (accounts.length === 0) return null
  // The owner verified another contact, so this address may only have been typed.
  const open = pending.proven
    ? verifiedOf(accounts)
    : accounts.filter(({ emailVerified, phoneVerified }) => emailVerified || !phoneVerified)
  if (open.length === 0) throw fail('EMAIL_ALREADY_USED')
  return chooseAccount(open, contact, accountId)
}

const identityConflict = async (tx: Context, { id, emailVerified }: Account): Promise<number> => {
  if (!emailVerified) await claimAccount(tx, id)
  return id
}

const createAccount = async (tx: Context, pending: PendingIdentity): Promise<number> => {
  const userId = await registerPerson(tx, pending)
  if (userId === null) throw fail('EMAIL_ALREADY_USED')
  return userId
}
