import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { pauseAfter } from '#domain/back-off.ts'
import type { CardBank } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { payments } = schema

/** The market's own work asks again only after a pause, longer each time nobody answers; a buyer who is there is never put off. */
export const mayBeAsked = (ctx: Context) => or(isNull(payments.askAfter), lte(payments.askAfter, new Date(ctx.now())))

/** A question to the bank about one payment. One that fails puts the next one off, and fails here. */
export const askBank = async <T>(ctx: Context, paymentId: number, question: (bank: CardBank) => Promise<T>): Promise<T> => {
  try {
    return await question(ctx.adapters.bank)
  } catch (cause) {
    await putOff(ctx, paymentId)
    throw cause
  }
}

/** Counts once a pause, however many ask meanwhile. */
const putOff = async (ctx: Context, paymentId: number): Promise<void> => {
  const [row] = await ctx.db.select({ unanswered: payments.unanswered }).from(payments).where(eq(payments.id, paymentId))
  const unanswered = Math.min((row?.unanswered ?? 0) + 1, 1_000)
  await ctx.db
    .update(payments)
    .set({ unanswered, askAfter: new Date(ctx.now() + pauseAfter(unanswered)) })
    .where(and(eq(payments.id, paymentId), mayBeAsked(ctx)))
}
