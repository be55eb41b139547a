import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { beginsWithZeros, idOfChallenge, PUZZLES, puzzleText, type Challenge } from '#domain/limits/challenge.ts'
import { ownNetwork } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { requesterOf } from './codes/requester.ts'
import { countLimit } from '#server/services/core/rate-limit.ts'

/** Lifetime of a challenge: a slow phone with a hard puzzle, and little time to collect easy ones. */
const SECONDS = 120

/** What a challenge is made for: it is worth nothing elsewhere. */
export interface ChallengeUse {
  /** Address of the caller. */
  ip: string
  /** The contact or account that the call is about; '' for none. */
  contact: string
  /** The least number of bits that is demanded now. */
  bits: number
}

const sign = async (ctx: Context, text: string): Promise<string> =>
  createHmac('sha256', (await keysOf(ctx)).challenge)
    .update(text)
    .digest('base64url')

/** The browser and the network are no part of the token: the caller brings them. */
const signatureOf = (ctx: Context, text: string, ip: string): Promise<string> => sign(ctx, `${text} ${requesterOf(ctx)} ${ownNetwork(ip)}`)

/** A contact in a token. It is part of it because limits that do not know the contact check solutions too. */
const tagOf = async (ctx: Context, contact: string): Promise<string> =>
  contact === '' ? NO_CONTACT : (await sign(ctx, `contact ${contact}`)).slice(0, 8)
const NO_CONTACT = '-'

/** Creates a signed challenge for this caller, network and contact. Nothing is stored until it is solved. */
export const createChallenge = async (ctx: Context, { ip, contact, bits }: ChallengeUse): Promise<Challenge> => {
  const expires = Math.ceil(ctx.now() / 1000) + SECONDS
  const text = `${randomBytes(12).toString('base64url')}.${bits}.${expires}.${await tagOf(ctx, contact)}`
  return { token: `${text}.${await signatureOf(ctx, text, ip)}`, bits, count: PUZZLES, expiresIn: SECONDS }
}

const FORM = /^([\w-]{16}\.(\d{1,2})\.(\d{10})\.([\w-]{8}|-))\.([\w-]{43})\.([0-9a-z]{1,8}(?:-[0-9a-z]{1,8})*)$/

/** Returns the id of an own challenge that has not expired and is solved; null otherwise. `contact`: undefined for any. */
const solvedId = async (
  ctx: Context,
  solution: string,
  { ip, contact, bits: least }: Omit<ChallengeUse, 'contact'> & { contact?: string }
): Promise<string | null> => {
  const [, text, bits, expires, tag, signature, answer] = FORM.exec(solution) ?? []
  if (text === undefined || signature === undefined || answer === undefined || Number(expires) * 1000 <= ctx.now()) return null
  if (Number(bits) < least || (contact !== undefined && tag !== (await tagOf(ctx, contact)))) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(ctx, text, ip)))) return null
  const nonces = answer.split('-')
  const id = idOfChallenge(text)
  const isSolved = (nonce: string, puzzle: number): boolean => {
    const hash = createHash('sha256').update(puzzleText(id, puzzle, Number.parseInt(nonce, 36)))
    return beginsWithZeros(hash.digest().readUInt32BE(0), Number(bits))
  }
  return nonces.length === PUZZLES && nonces.every(isSolved) ? id : null
}

/** Whether a caller solved an own challenge for any contact. Nothing is consumed: only for limits that also count the caller. */
export const isSolution = async (ctx: Context, solution: string, ip: string): Promise<boolean> =>
  solution !== '' && (await solvedId(ctx, solution, { ip, bits: ctx.config.CHALLENGE_BITS })) !== null

/** Whether a caller solved an own challenge made for this use. A right solution is consumed: it counts once. */
export const consumeSolution = async (ctx: Context, solution: string, use: ChallengeUse): Promise<boolean> => {
  if (solution === '') return false
  const id = await solvedId(ctx, solution, use)
  // Remembered longer than any challenge lives, whose last second is rounded up.
  return id !== null && (await countLimit(ctx, { key: `challenge:${id}`, seconds: 2 * SECONDS, max: 1 })) === null
}
