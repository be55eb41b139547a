import type { AccountDeletion } from '#contract/account/calls.ts'
import type { CodeSent } from '#contract/auth/calls.ts'
import { formatDate } from '#i18n/dates.ts'
import { localeOfLanguageId } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { endSessionsOf } from '#server/services/auth/end-session.ts'
import { countPassword, forgivePasswords } from '#server/services/auth/passwords/password-limits.ts'
import { isPasswordOf } from '#server/services/auth/passwords/password.ts'
import { checkCode, useCode, type ValidCode } from '#server/services/auth/codes/code.ts'
import { sendCode } from '#server/services/auth/codes/send-code.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { proofsOf } from '#server/services/auth/proofs.ts'
import { deletionState } from './deletion-state.ts'

const DAY = 86_400_000
const { accountDeletions } = schema
type Proofs = Awaited<ReturnType<typeof proofsOf>>

/** Sends a code to the account's own contact. CONFLICT when no contact is verified. */
export const sendDeletionCode = async (ctx: Context, from: Origin): Promise<CodeSent> => {
  const { contact } = await proofsOf(ctx, requireUser(ctx).userId)
  if (!contact) throw fail('CONFLICT')
  return sendCode(ctx, contact, from)
}

/**
 * Schedules the account for deletion, with a proof. All other sessions end; the current one stays for a change of mind. A repeated request
 * keeps the first date. USERNAME_OR_PASSWORD_WRONG, PIN_INCORRECT_OR_EXPIRED.
 */
export const requestDeletion = async (
  ctx: Context,
  proof: { password?: string | undefined; pin?: string | undefined },
  from: Origin
): Promise<AccountDeletion> => {
  const { userId, sessionId } = requireUser(ctx)
  const proofs = await proofsOf(ctx, userId)
  const validCode =
    proof.password === undefined
      ? await proveCode(ctx, proofs, proof.pin ?? '')
      : await provePassword(ctx, userId, proofs, proof.password, from)
  await withTransaction(ctx, async (tx) => {
    if (validCode) await useCode(tx, validCode)
    const now = new Date(tx.now())
    const dueAt = new Date(tx.now() + tx.config.ACCOUNT_DELETION_DAYS * DAY)
    const [inserted] = await tx.db
      .insert(accountDeletions)
      .values({ userId, requestedAt: now, dueAt })
      .onConflictDoNothing()
      .returning({ userId: accountDeletions.userId })
    await endSessionsOf(tx, userId, 'deletion', sessionId)
    if (inserted && proofs.contact) {
      const locale = localeOfLanguageId(proofs.languageId)
      await enqueueMessage(tx, {
        to: proofs.contact,
        template: { kind: 'deletionAsked', date: formatDate(dueAt.getTime()) },
        locale,
        userId
      })
    }
  })
  return deletionState(ctx)
}

const proveCode = (ctx: Context, { contact }: Proofs, pin: string): Promise<ValidCode> => {
  if (!contact) throw fail('PIN_INCORRECT_OR_EXPIRED', { field: 'pin' })
  return checkCode(ctx, contact.contact, pin)
}

const provePassword = async (ctx: Context, userId: number, { passwordHash }: Proofs, password: string, from: Origin): Promise<null> => {
  const attempt = await countPassword(ctx, { account: `person ${userId}`, accounts: [{ id: userId }], from })
  if (!(await isPasswordOf(ctx, passwordHash, password, attempt.line))) throw fail('USERNAME_OR_PASSWORD_WRONG', { field: 'password' })
  await forgivePasswords(ctx, attempt)
  return null
}
