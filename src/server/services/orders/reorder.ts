import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Basket, BasketItem, BasketLocation } from '#contract/baskets/calls.ts'
import type { ReorderChange, Reordered } from '#contract/baskets/reorder.ts'
import { optionsKey } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { toAmd } from '#domain/money.ts'
import { planReorder, type ReorderedLine, type SoldProduct } from '#domain/reorder.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { changeBasket, type NewBasket } from '#server/services/baskets/change.ts'
import { currentLines } from '#server/services/baskets/lines.ts'
import { cachedOptionGroups } from '#server/services/baskets/pricing/options.ts'
import { checkRequested } from '#server/services/baskets/requested.ts'
import { planAddition } from '#server/services/baskets/rules.ts'
import type { BasketState } from '#server/services/baskets/state.ts'
import { replaceAll } from '#server/services/baskets/write-change.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { isVisibleTo, type ItemRow } from './order-row.ts'

interface Ordered {
  item: ItemRow
  productId: number
  quantity: number
  optionIds: number[]
}

/**
 * Puts what an order of the caller had into the basket, as far as it is sold now, and says what differs. The rules are those of adding; with
 * `startAnew` the basket is emptied in the same write. Codes: ORDER_NOT_FOUND, also for orders of other people, and those of addItem but
 * for what is sold out, which is left out instead.
 */
export const reorder = async (
  ctx: Context,
  orderId: number,
  { startAnew }: { startAnew: boolean },
  location: BasketLocation,
  onCreate?: NewBasket
): Promise<Reordered & { basket: Basket }> => {
  const ordered = await orderedLines(ctx, orderId)
  let planned: ReorderedLine<Ordered>[] = []
  const basket = await changeBasket(
    ctx,
    async (tx, state, market) => {
      const current = startAnew ? [] : currentLines(state)
      planned = planReorder(ordered, await soldProducts(tx, state, market, ordered), current)
      const added = planned.filter((line) => line.added > 0)
      if (added.length === 0) return { removedIds: [], lines: [] }
      const items = added.map(({ line, added: quantity, optionIds }) => ({
        productId: line.productId,
        quantity,
        selectedOptions: optionIds
      }))
      const lines = planAddition(tx, current, await checkRequested(tx, state, market, items))
      return startAnew ? replaceAll(state, lines) : { removedIds: [], lines }
    },
    { create: true, onCreate, requested: [...new Set(ordered.map(({ productId }) => productId))], location }
  )
  return {
    basket,
    linesInBasket: planned.filter(({ inBasket }) => inBasket > 0).length,
    changes: planned.flatMap((line) => changeOf(ctx, line, basket) ?? [])
  }
}

/** The lines of an order as they were ordered, with what was missing when they were packed. */
const orderedLines = async (ctx: Context, orderId: number): Promise<Ordered[]> => {
  const { userId } = requireUser(ctx)
  const { orderItems, orders } = schema
  const rows = await ctx.db
    .select({ item: orderItems })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    // Of a group order one's own lines.
    .where(
      and(
        eq(orders.id, orderId),
        isVisibleTo(userId),
        or(isNull(orders.groupOrderId), eq(orderItems.userId, userId)),
        isNull(orderItems.replaces)
      )
    )
    .orderBy(asc(orderItems.id))
  if (rows.length === 0) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  return rows.map(({ item }) => ({
    item,
    productId: item.productId,
    quantity: item.quantity + item.takenOff,
    optionIds: item.options.map(({ id }) => id)
  }))
}

const soldProducts = async (
  ctx: Context,
  { products }: BasketState,
  market: Snapshot,
  ordered: readonly Ordered[]
): Promise<(productId: number) => SoldProduct | null> => {
  const found = ordered.flatMap(({ productId }) => products.get(productId) ?? [])
  const groups = await cachedOptionGroups(
    ctx.db,
    market,
    found.flatMap(({ optionGroupIds }) => optionGroupIds)
  )
  return (productId) => {
    const product = products.get(productId)
    if (!product || product.withdrawn) return null
    const { minimum, stock, unitId, optionGroupIds } = product
    return { minimum, stock, weighed: unitId === WEIGHED_UNIT, groups: optionGroupIds.flatMap((id) => groups.get(id) ?? []) }
  }
}

/** What a line of the basket differs in from the ordered one; null when in nothing. */
const changeOf = ({ locale }: Context, { line, inBasket, optionIds }: ReorderedLine<Ordered>, basket: Basket): ReorderChange | null => {
  const { item, quantity: ordered, productId } = line
  const lostOptions = item.options.filter(({ id }) => !optionIds.includes(id)).map(({ name }) => name[locale])
  const before = toAmd(item.unitPrice)
  const now = inBasket > 0 ? (itemIn(basket, productId, optionIds)?.price ?? before) : before
  if (inBasket === ordered && lostOptions.length === 0 && now === before) return null
  const price = now === before ? null : { before, now }
  return { productId, name: item.name[locale], picture: item.picture, unitId: item.unitId, ordered, inBasket, lostOptions, price }
}

const itemIn = ({ basketList }: Basket, productId: number, optionIds: number[]): BasketItem | undefined =>
  basketList.sessionBaskets
    .flatMap(({ entries }) => entries.flatMap(({ items }) => items))
    .find((one) => one.productId === productId && optionsKey(one.selectedOptions.map(({ id }) => id)) === optionsKey(optionIds))
