import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CODE_LENGTH } from '#domain/constants.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Contact } from './contact.ts'
import { keysOf } from './secret.ts'

/** Seconds a code lives. */
export const PIN_SECONDS = 600
const MOST_GUESSES = 5
const { pins } = schema

/** A code that was right a moment ago. It is used up by `usePin`, once. */
export interface RightPin {
  contact: string
  codeHash: string
}

const wrong = () => fail('PIN_INCORRECT_OR_EXPIRED', { field: 'pin' })

const hashOf = async (ctx: Context, contact: string, pin: string): Promise<string> => {
  const keys = await keysOf(ctx)
  return createHmac('sha256', keys.pin).update(`${contact} ${pin}`).digest('hex')
}

/** A new code for a contact; the one before it is dead from now on. */
export const makePin = async (ctx: Context, { type, contact }: Contact): Promise<string> => {
  const pin = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const fresh = {
    type,
    codeHash: await hashOf(ctx, contact, pin),
    attempts: 0,
    createdAt: new Date(ctx.now()),
    expiresAt: new Date(ctx.now() + PIN_SECONDS * 1000),
    usedAt: null
  }
  await ctx.db
    .insert(pins)
    .values({ contact, ...fresh })
    .onConflictDoUpdate({ target: pins.contact, set: fresh })
  return pin
}

const isLive = (ctx: Context, contact: string) =>
  and(eq(pins.contact, contact), isNull(pins.usedAt), gt(pins.expiresAt, new Date(ctx.now())))

/**
 * One of the five guesses: counted first, then compared, so that parallel guesses cannot pass; call it outside a transaction,
 * or a rollback would give the guess back. PIN_INCORRECT_OR_EXPIRED for a wrong code, an old one, and a right sixth.
 */
export const guessPin = async (ctx: Context, contact: string, pin: string): Promise<RightPin> => {
  const guess = await hashOf(ctx, contact, pin)
  const [live] = await ctx.db
    .update(pins)
    .set({ attempts: sql`${pins.attempts} + 1` })
    .where(and(isLive(ctx, contact), lt(pins.attempts, MOST_GUESSES)))
    .returning({ codeHash: pins.codeHash })
  if (!live || !timingSafeEqual(Buffer.from(guess), Buffer.from(live.codeHash))) throw wrong()
  return { contact, codeHash: live.codeHash }
}

/** Uses a right code up; of several that hold the same one, only the first gets through. */
export const usePin = async (ctx: Context, { contact, codeHash }: RightPin): Promise<void> => {
  const used = await ctx.db
    .update(pins)
    .set({ usedAt: new Date(ctx.now()) })
    .where(and(isLive(ctx, contact), eq(pins.codeHash, codeHash)))
    .returning({ contact: pins.contact })
  if (used.length === 0) throw wrong()
}
