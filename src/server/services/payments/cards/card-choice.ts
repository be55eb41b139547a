import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { SavedCard } from '#contract/cards/calls.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { providerOf } from '../provider-of.ts'
import type { Method } from '../methods.ts'

/** How a card payment is to be made: by a saved card, or by one that the bank is to remember. */
export interface CardChoice {
  boundCardId: number | null
  bindCard: boolean
}
export const NO_CARD_CHOICE: CardChoice = { boundCardId: null, bindCard: false }

/**
 * Returns the choice of a request. PAYMENT_METHOD_UNAVAILABLE, with the field, for a card of somebody else, of a bank that takes no payments
 * now, that has expired, and for a method without cards; a saved card need not be saved again.
 */
export const requireCardChoice = async (
  ctx: Context,
  userId: number,
  method: Method,
  { boundCardId, bindCard }: { boundCardId?: number | undefined; bindCard?: boolean | undefined }
): Promise<CardChoice> => {
  if (boundCardId === undefined && !bindCard) return NO_CARD_CHOICE
  const field = boundCardId === undefined ? 'bindCard' : 'boundCardId'
  if (!providerOf(ctx, method)?.cards) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field })
  if (boundCardId === undefined) return { boundCardId: null, bindCard: true }
  const { boundCards } = schema
  const [card] = await ctx.db
    .select()
    .from(boundCards)
    .where(and(eq(boundCards.id, boundCardId), eq(boundCards.userId, userId)))
  if (!card || cardState(ctx, card) !== 'usable') throw fail('PAYMENT_METHOD_UNAVAILABLE', { field })
  return { boundCardId, bindCard: false }
}

export type CardRow = typeof schema.boundCards.$inferSelect

/** Whether a card can be charged now. It is valid to the end of its month. */
export const cardState = (ctx: Context, card: CardRow): SavedCard['state'] => {
  if (card.provider !== ctx.adapters.payments.card.provider) return 'waiting'
  return card.expiry < toIso(ctx.now()).slice(0, 7).replace('-', '') ? 'expired' : 'usable'
}

/** The name that a bank knows a person by: the one it has, or a new one that leads to nobody. */
export const opaquePerson = async (tx: Context, provider: string, userId: number): Promise<string> => {
  const { boundCards, orderTenders, payments } = schema
  const [card] = await tx.db
    .select({ clientId: boundCards.clientId })
    .from(boundCards)
    .where(and(eq(boundCards.userId, userId), eq(boundCards.provider, provider)))
    .limit(1)
  if (card) return card.clientId
  const [payment] = await tx.db
    .select({ clientId: payments.clientId })
    .from(payments)
    .innerJoin(orderTenders, eq(orderTenders.id, payments.tenderId))
    .where(and(eq(orderTenders.payerId, userId), eq(payments.provider, provider), isNotNull(payments.clientId)))
    .orderBy(desc(payments.id))
    .limit(1)
  return payment?.clientId ?? randomUUID().replaceAll('-', '')
}
