import { and, eq, inArray, notInArray, or } from 'drizzle-orm'
import type { SavedCard } from '#contract/cards/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { providerNamed } from '#server/services/payments/provider-of.ts'
import { listCards } from './list-cards.ts'

/**
 * Makes the bank forget a card of the caller, and then the shop. NOT_FOUND, also for another person's card; CARD_BUSY_WITH_ORDER while an
 * order is paid by it; CARD_UNBIND_FAILED when the bank does not do it: the card stays, so that it can be tried again.
 */
export const removeCard = async (ctx: Context, id: number): Promise<SavedCard[]> => {
  const { userId } = requireUser(ctx)
  const { boundCards } = schema
  const [card] = await ctx.db
    .select()
    .from(boundCards)
    .where(and(eq(boundCards.id, id), eq(boundCards.userId, userId)))
  if (!card) throw fail('NOT_FOUND', { field: 'id' })
  if (await isBusy(ctx, id)) throw fail('CARD_BUSY_WITH_ORDER', { field: 'id' })
  try {
    await providerNamed(ctx, card.provider).cards?.unbind(card)
  } catch (cause) {
    if (cause instanceof BankUnavailable) throw fail('CARD_UNBIND_FAILED')
    throw cause
  }
  await ctx.db.delete(boundCards).where(eq(boundCards.id, id))
  return listCards(ctx)
}

/** Whether an order that is not over was paid by the card, or is being paid by it. */
const isBusy = async (ctx: Context, cardId: number): Promise<boolean> => {
  const { orders, payments } = schema
  const [busy] = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.boundCardId, cardId),
        or(
          inArray(payments.state, [...OPEN_PAYMENT_STATES, 'refunding']),
          and(eq(payments.state, 'captured'), notInArray(orders.status, [ORDER_STATUS.CANCELLED, ORDER_STATUS.COMPLETELY_DELIVERED]))
        )
      )
    )
    .limit(1)
  return busy !== undefined
}
