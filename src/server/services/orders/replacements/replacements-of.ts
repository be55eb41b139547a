import { asc, eq } from 'drizzle-orm'
import type { OrderReplacement } from '#contract/orders/replacements.ts'
import { toAmd } from '#domain/money.ts'
import { withoutAnswer } from '#domain/orders/replacement.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { isAtPlace } from './offer.ts'

const { orderItems, orderParts, orderReplacements, orders } = schema

/** What was offered for lines of an order, as one person sees it, in the order in which it was. */
export const replacementsOf = async (ctx: Context, orderId: number, userId: number): Promise<OrderReplacement[]> => {
  const rows = await ctx.db
    .select({ offer: orderReplacements, item: orderItems, part: orderParts, order: { userId: orders.userId, runOut: orders.runOut } })
    .from(orderReplacements)
    .innerJoin(orders, eq(orders.id, orderReplacements.orderId))
    .innerJoin(orderItems, eq(orderItems.id, orderReplacements.itemId))
    .innerJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .where(eq(orderReplacements.orderId, orderId))
    .orderBy(asc(orderReplacements.id))
  return rows.map(({ offer, item, part, order }) => {
    const isOpen = offer.state === 'open' && isAtPlace(part) && offer.answerBefore.getTime() > ctx.now()
    return {
      id: offer.id,
      itemId: item.id,
      ordered: item.name[ctx.locale],
      name: offer.name[ctx.locale],
      picture: offer.picture,
      quantity: offer.quantity,
      unitId: offer.unitId,
      price: toAmd(offer.price - excessOf(offer.price, item)),
      less: toAmd(offer.less),
      note: offer.note,
      state: offer.state,
      answerBefore: toIso(offer.answerBefore.getTime()),
      otherwise: withoutAnswer(item.runOut ?? order.runOut),
      canAnswer: isOpen && (order.userId === userId || item.userId === userId)
    }
  })
}

/** How much more it would cost than what was ordered, which nobody pays. */
const excessOf = (price: number, { totalPrice, replacedAmount }: { totalPrice: number; replacedAmount: number }): number =>
  Math.max(0, price - totalPrice - replacedAmount)
