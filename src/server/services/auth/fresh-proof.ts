import { createHmac, timingSafeEqual } from 'node:crypto'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { keysOf } from '#server/services/core/keys.ts'
import type { Origin } from './device.ts'
import { proofsOf } from './proofs.ts'

/** How long a proof of the account's owner counts, in seconds: sign-in, the password, or a code to an own contact. */
export const PROOF_SECONDS = 600
const FORM = /^([0-9a-f-]{36})\.(\d{10})\.([\w-]{43})$/

const signatureOf = async (ctx: Context, text: string): Promise<string> =>
  createHmac('sha256', (await keysOf(ctx)).freshProof)
    .update(text)
    .digest('base64url')

/** Creates a proof that counts for one session. It travels in a cookie of its own, so that an access token alone is no proof. */
export const issueProof = async (ctx: Context, sessionId: string): Promise<string> => {
  const text = `${sessionId}.${Math.floor(ctx.now() / 1000) + PROOF_SECONDS}`
  return `${text}.${await signatureOf(ctx, text)}`
}

export const hasFreshProof = async (ctx: Context, { freshProof }: Pick<Origin, 'freshProof'>): Promise<boolean> => {
  const [, sessionId = '', expires, signature] = FORM.exec(freshProof) ?? []
  if (signature === undefined || ctx.actor.kind !== 'user' || sessionId !== ctx.actor.sessionId) return false
  if (Number(expires) * 1000 <= ctx.now()) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(ctx, `${sessionId}.${expires}`)))
}

/** The ways in which the caller can prove to own the account; contacts are masked. */
export const waysToProve = async (ctx: Context) => {
  const { passwordHash, verified } = await proofsOf(ctx, requireUser(ctx).userId)
  return { password: passwordHash !== null, contacts: verified.map(({ type, contact }) => ({ type, contact: maskContact(contact) })) }
}

/** Throws PROOF_REQUIRED, with the ways to give one, unless the caller proved a few minutes ago to own the account. */
export const requireProof = async (ctx: Context, from: Origin): Promise<void> => {
  if (!(await hasFreshProof(ctx, from))) throw fail('PROOF_REQUIRED', { data: await waysToProve(ctx) })
}
