import { asc, eq, inArray, lte } from 'drizzle-orm'
import { longPauseAfter } from '#domain/back-off.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { providerNamed } from '../provider-of.ts'

const { boundCards, cardUnbindings } = schema
type Unbinding = typeof cardUnbindings.$inferSelect

/** No other process asks about what this one has claimed for so long. */
const LEASE_MS = MINUTE
const MAX_AT_ONCE = 20

/** Forgets the cards of a person and leaves their bindings to the job that ends them at their banks. */
export const leaveCards = async (tx: Context, userId: number): Promise<void> => {
  const { provider, clientId, bindingId } = boundCards
  const cards = await tx.db.select({ provider, clientId, bindingId }).from(boundCards).where(eq(boundCards.userId, userId))
  if (cards.length === 0) return
  await tx.db.insert(cardUnbindings).values(cards.map((card) => ({ ...card, askAfter: new Date(tx.now()) })))
  await tx.db.delete(boundCards).where(eq(boundCards.userId, userId))
}

/** Ends the bindings that were left, as often as their banks have to be asked. Returns how many it asked for. Safe in several processes. */
export const unbindLeft = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> =>
  workInSlots<Unbinding>({ atOnce: 1, claim: oneByOne(await claimDue(ctx)), work: (card) => unbind(ctx, card), goesOn })

const claimDue = async (ctx: Context): Promise<Unbinding[]> => {
  const due = ctx.db
    .select({ id: cardUnbindings.id })
    .from(cardUnbindings)
    .where(lte(cardUnbindings.askAfter, new Date(ctx.now())))
    .orderBy(asc(cardUnbindings.askAfter))
    .limit(MAX_AT_ONCE)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(cardUnbindings)
    .set({ askAfter: new Date(ctx.now() + LEASE_MS) })
    .where(inArray(cardUnbindings.id, due))
    .returning()
}

const unbind = async (ctx: Context, card: Unbinding): Promise<void> => {
  const own = eq(cardUnbindings.id, card.id)
  try {
    await providerNamed(ctx, card.provider).cards?.unbind(card)
  } catch (cause) {
    if (!(cause instanceof BankUnavailable)) throw cause
    const unanswered = Math.min(card.unanswered + 1, 1_000)
    await ctx.db
      .update(cardUnbindings)
      .set({ unanswered, askAfter: new Date(ctx.now() + longPauseAfter(unanswered)) })
      .where(own)
    return
  }
  await ctx.db.delete(cardUnbindings).where(own)
}
