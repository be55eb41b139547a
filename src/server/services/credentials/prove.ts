import type { CodeSent } from '#contract/auth/calls.ts'
import type { OwnerProof, ProofState } from '#contract/credentials/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { checkCode, useCode } from '#server/services/auth/codes/code.ts'
import { sendCode } from '#server/services/auth/codes/send-code.ts'
import type { Given, Origin } from '#server/services/auth/device.ts'
import { hasFreshProof, issueProof, PROOF_SECONDS, waysToProve } from '#server/services/auth/fresh-proof.ts'
import { isPasswordOf } from '#server/services/auth/passwords/password.ts'
import { countPassword, forgivePasswords } from '#server/services/auth/passwords/password-limits.ts'
import { proofsOf } from '#server/services/auth/proofs.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns whether a fresh proof counts here, and how one can be given. */
export const proofState = async (ctx: Context, from: Origin): Promise<ProofState> => ({
  isFresh: await hasFreshProof(ctx, from),
  ...(await waysToProve(ctx))
})

const ownContact = async (ctx: Context, type: ContactType | undefined) => {
  const { verified } = await proofsOf(ctx, requireUser(ctx).userId)
  const own = verified.find((contact) => contact.type === type)
  if (!own) throw fail('CONFLICT')
  return own
}

/** Sends a code to an own verified contact. CONFLICT without one of this type; TOO_MANY_REQUESTS, CHALLENGE_REQUIRED. */
export const sendProofCode = async (ctx: Context, type: ContactType, from: Origin): Promise<CodeSent> =>
  sendCode(ctx, await ownContact(ctx, type), from)

/**
 * Proves by password, or by a code to an own verified contact, that the caller owns the account. USERNAME_OR_PASSWORD_WRONG,
 * PIN_INCORRECT_OR_EXPIRED, CONFLICT, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED, NOT_READY.
 */
export const prove = async (
  ctx: Context,
  proof: Given<OwnerProof>,
  from: Origin
): Promise<{ reply: { expiresIn: number }; freshProof: string }> => {
  const { sessionId } = requireUser(ctx)
  if (proof.password === undefined) await proveByCode(ctx, proof)
  else await proveByPassword(ctx, proof.password, from)
  return { reply: { expiresIn: PROOF_SECONDS }, freshProof: await issueProof(ctx, sessionId) }
}

const proveByCode = async (ctx: Context, { type, pin = '' }: Given<OwnerProof>): Promise<void> => {
  const { contact } = await ownContact(ctx, type)
  await useCode(ctx, await checkCode(ctx, contact, pin))
}

const proveByPassword = async (ctx: Context, password: string, from: Origin): Promise<void> => {
  const { userId } = requireUser(ctx)
  const attempt = await countPassword(ctx, { account: `user ${userId}`, accounts: [{ id: userId }], from })
  const { passwordHash } = await proofsOf(ctx, userId)
  if (!(await isPasswordOf(ctx, passwordHash, password, attempt.line))) throw fail('USERNAME_OR_PASSWORD_WRONG', { field: 'password' })
  await forgivePasswords(ctx, attempt)
}
