import type { PinSent } from '#contract/auth.ts'
import type { Context } from '#server/context.ts'
import { guessPin, usePin } from '#server/services/auth/pin.ts'
import { sendPin } from '#server/services/auth/send-pin.ts'
import { entryOf, openSession, type Entry } from '#server/services/auth/session.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { accountOfEmail, accountOfIdentity, addIdentity, claimAccount, registerPerson } from './account-of.ts'
import { endVisit, pendingVisit } from './visits.ts'

const over = () => fail('SOCIAL_DATA_UNAVAILABLE')

/** A code to the address that the provider told. SOCIAL_DATA_UNAVAILABLE when no visit of this browser waits for one. */
export const sendLinkCode = async (ctx: Context, browserKey: string | undefined, ip: string): Promise<PinSent> => {
  const visit = await pendingVisit(ctx, browserKey)
  if (!visit) throw over()
  return sendPin(ctx, { type: 'email', contact: visit.pending.email }, ip)
}

/**
 * Signs in by a provider whose address has just been proven: links it to the account of that address, or makes one. PIN_INCORRECT_OR_EXPIRED,
 * SOCIAL_DATA_UNAVAILABLE, USER_DEACTIVATED; EMAIL_ALREADY_USED for an address that somebody else's account carries unproven.
 */
export const linkPending = async (ctx: Context, browserKey: string | undefined, pin: string, userAgent: string): Promise<Entry> => {
  const visit = await pendingVisit(ctx, browserKey)
  if (!visit) throw over()
  const { pending, provider } = visit
  const right = await guessPin(ctx, pending.email, pin)
  const session = await withTransaction(ctx, async (tx) => {
    await usePin(tx, right)
    const userId = (await accountOfIdentity(tx, provider, pending.subject))?.id ?? (await provenAccount(tx))
    await addIdentity(tx, userId, provider, pending)
    await endVisit(tx, visit)
    return openSession(tx, userId, pending.email, userAgent)
  })
  return entryOf(ctx, session)

  async function provenAccount(tx: Context): Promise<number> {
    const account = await accountOfEmail(tx, pending.email)
    if (!account) {
      const made = await registerPerson(tx, pending)
      if (made === null) throw fail('EMAIL_ALREADY_USED')
      return made
    }
    if (account.deactivatedAt) throw fail('USER_DEACTIVATED')
    if (account.emailVerified) return account.id
    // Its owner has proven another contact: the address in it is only typed.
    if (account.phoneVerified) throw fail('EMAIL_ALREADY_USED')
    await claimAccount(tx, account.id)
    return account.id
  }
}
