import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { beginsWithZeros, idOfChallenge, PUZZLES, puzzleText, type Challenge } from '#domain/limits/challenge.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { requesterOf } from './codes/requester.ts'
import { countLimit } from '#server/services/core/rate-limit.ts'

/** Lifetime of a challenge: a slow phone with a hard puzzle, and little time to collect easy ones. */
const SECONDS = 120

const signatureOf = async (ctx: Context, text: string): Promise<string> => {
  const { challenge } = await keysOf(ctx)
  return createHmac('sha256', challenge)
    .update(`${text} ${requesterOf(ctx)}`)
    .digest('base64url')
}

/** Creates a signed challenge for this caller. Nothing is stored until it is solved. */
export const createChallenge = async (ctx: Context, bits: number): Promise<Challenge> => {
  const expires = Math.ceil(ctx.now() / 1000) + SECONDS
  const text = `${randomBytes(12).toString('base64url')}.${bits}.${expires}`
  return { token: `${text}.${await signatureOf(ctx, text)}`, bits, count: PUZZLES, expiresIn: SECONDS }
}

const FORM = /^([\w-]{16}\.(\d{1,2})\.(\d{10}))\.([\w-]{43})\.([0-9a-z]{1,8}(?:-[0-9a-z]{1,8})*)$/

/** Returns the id of an own challenge that has not expired and is solved; null otherwise. */
const solvedId = async (ctx: Context, solution: string): Promise<string | null> => {
  const [, text, bits, expires, signature, answer] = FORM.exec(solution) ?? []
  if (text === undefined || signature === undefined || answer === undefined || Number(expires) * 1000 <= ctx.now()) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(ctx, text)))) return null
  const nonces = answer.split('-')
  const id = idOfChallenge(text)
  const isSolved = (nonce: string, puzzle: number): boolean => {
    const hash = createHash('sha256').update(puzzleText(id, puzzle, Number.parseInt(nonce, 36)))
    return beginsWithZeros(hash.digest().readUInt32BE(0), Number(bits))
  }
  return nonces.length === PUZZLES && nonces.every(isSolved) ? id : null
}

/** Whether a caller solved an own challenge. Nothing is consumed: only for limits that also count the caller. */
export const isSolution = async (ctx: Context, solution: string): Promise<boolean> =>
  solution !== '' && (await solvedId(ctx, solution)) !== null

/** Whether a caller solved an own challenge that has not expired. A right solution is consumed: it counts once. */
export const consumeSolution = async (ctx: Context, solution: string): Promise<boolean> => {
  const id = await solvedId(ctx, solution)
  // Remembered longer than any challenge lives, whose last second is rounded up.
  return id !== null && (await countLimit(ctx, { key: `challenge:${id}`, seconds: 2 * SECONDS, max: 1 })) === null
}
