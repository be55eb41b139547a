import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, gte, isNull, lt, sql, type AnyColumn } from 'drizzle-orm'
import { CODE_LENGTH } from '#domain/constants.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { requesterOf } from './requester.ts'
import type { Contact } from '#server/services/auth/contact.ts'
import { keysOf } from '#server/services/core/keys.ts'

/** Lifetime of a code, in seconds. */
export const PIN_SECONDS = 600
const MAX_GUESSES = 5
const { pins } = schema

/** A code that was just verified. `usePin` consumes it, once. */
export interface ValidCode {
  contact: string
  requester: string
  codeHash: string
}

const wrongCode = () => fail('PIN_INCORRECT_OR_EXPIRED', { field: 'pin' })

/** The failure for a code without tries left: only a new code helps. */
const noTriesLeft = () => fail('PIN_INCORRECT_OR_EXPIRED', { field: 'pin', vars: { context: 'used' } })

const hashOf = async (ctx: Context, contact: string, pin: string): Promise<string> => {
  const keys = await keysOf(ctx)
  return createHmac('sha256', keys.pin)
    .update(`${contact} ${requesterOf(ctx)} ${pin}`)
    .digest('hex')
}

/**
 * Creates a code for a contact and its requester, and invalidates the requester's previous one. Codes of other requesters stay valid: each
 * has its own tries.
 */
export const createCode = async (ctx: Context, { type, contact }: Contact): Promise<string> => {
  const pin = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const newCode = {
    type,
    codeHash: await hashOf(ctx, contact, pin),
    attempts: 0,
    createdAt: new Date(ctx.now()),
    expiresAt: new Date(ctx.now() + PIN_SECONDS * 1000),
    confirmedAt: null,
    usedAt: null
  }
  await ctx.db
    .insert(pins)
    .values({ contact, asker: requesterOf(ctx), ...newCode })
    .onConflictDoUpdate({ target: [pins.contact, pins.asker], set: newCode })
  return pin
}

const isLive = (ctx: Context, contact: string, requester: string) =>
  and(eq(pins.contact, contact), eq(pins.asker, requester), isNull(pins.usedAt), isBeforeEnd(pins.expiresAt, ctx))

/** Whether a code or link has not expired. One that would live too long was made while the clock was ahead; clocks of machines differ a little. */
export const isBeforeEnd = (expiresAt: AnyColumn, { now }: Pick<Context, 'now'>) =>
  and(gt(expiresAt, new Date(now())), lt(expiresAt, new Date(now() + (PIN_SECONDS + 60) * 1000)))

/**
 * Verifies a code. Each call costs one of five tries, counted before the comparison so that parallel guesses cannot exceed them. Call it
 * outside a transaction: a rollback would restore the try. PIN_INCORRECT_OR_EXPIRED for a wrong or old code, and from the sixth try on.
 */
export const checkCode = async (ctx: Context, contact: string, pin: string): Promise<ValidCode> => {
  const guess = await hashOf(ctx, contact, pin)
  const requester = requesterOf(ctx)
  const [live] = await ctx.db
    .update(pins)
    .set({ attempts: sql`${pins.attempts} + 1` })
    .where(and(isLive(ctx, contact, requester), lt(pins.attempts, MAX_GUESSES)))
    .returning({ codeHash: pins.codeHash, attempts: pins.attempts })
  if (!live) throw (await isUsedUp(ctx, contact, requester)) ? noTriesLeft() : wrongCode()
  if (!timingSafeEqual(Buffer.from(guess), Buffer.from(live.codeHash))) throw live.attempts >= MAX_GUESSES ? noTriesLeft() : wrongCode()
  return { contact, requester, codeHash: live.codeHash }
}

const isUsedUp = async (ctx: Context, contact: string, requester: string): Promise<boolean> => {
  const [live] = await ctx.db
    .select({ contact: pins.contact })
    .from(pins)
    .where(and(isLive(ctx, contact, requester), gte(pins.attempts, MAX_GUESSES)))
  return live !== undefined
}

/** Consumes a verified code; of parallel calls with the same code, only the first succeeds. */
export const useCode = async (ctx: Context, { contact, requester, codeHash }: ValidCode): Promise<void> => {
  const used = await ctx.db
    .update(pins)
    .set({ usedAt: new Date(ctx.now()) })
    .where(and(isLive(ctx, contact, requester), eq(pins.codeHash, codeHash)))
    .returning({ contact: pins.contact })
  if (used.length === 0) throw wrongCode()
}

/** Stores that a code was entered correctly; it stays usable. */
export const confirmCode = async (ctx: Context, { contact, requester, codeHash }: ValidCode): Promise<void> => {
  await ctx.db
    .update(pins)
    .set({ confirmedAt: new Date(ctx.now()) })
    .where(and(isLive(ctx, contact, requester), eq(pins.codeHash, codeHash)))
}

/** Returns whether the code sent to this caller and contact was entered correctly; null when none was sent or it has expired. */
export const isCodeConfirmed = async (ctx: Context, contact: string): Promise<boolean | null> => {
  const [live] = await ctx.db
    .select({ confirmedAt: pins.confirmedAt })
    .from(pins)
    .where(isLive(ctx, contact, requesterOf(ctx)))
  return live ? live.confirmedAt !== null : null
}

/** Invalidates all codes of a contact, of every requester. */
export const endCodes = async (ctx: Context, contact: string): Promise<void> => {
  await ctx.db
    .update(pins)
    .set({ usedAt: new Date(ctx.now()) })
    .where(and(eq(pins.contact, contact), isNull(pins.usedAt)))
}
