import { sql } from 'drizzle-orm'
import { linePrice } from '#domain/basket.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { fromAmd } from '#domain/money.ts'
import { isEnded, UNLIMITED } from '#domain/orders/group-order.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { priceLines } from '#server/services/baskets/pricing/price-lines.ts'
import type { BasketState, StoredLine, StoredProduct } from '#server/services/baskets/state.ts'
import type { Change } from '#server/services/baskets/write-change.ts'
import { fail } from '#server/services/core/fail.ts'
import { hasPaidShare } from './paid-share.ts'
import type { Group } from './read-group.ts'

/** Throws 702, 701 or 435 for a product that is not of the group order's restaurant. */
export const requireOfGroup = (group: Group, products: readonly StoredProduct[]): void => {
  for (const { family, supplierId } of products) {
    if (family === 'services') throw fail('LEAVE_GROUP_ORDER_FOR_SERVICE', { field: 'productId' })
    if (family !== 'restaurants') throw fail('GROUP_ORDER_RESTAURANTS_ONLY', { field: 'productId' })
    if (supplierId !== group.supplierId) throw fail('GROUP_ORDER_OTHER_SUPPLIER', { field: 'productId' })
  }
}

/**
 * Throws what forbids a change of a basket in a group order: GROUP_ORDER_ACTION_FORBIDDEN (locked, or a change to pickup),
 * GROUP_ORDER_PAID_MEMBER_CANNOT_EDIT, 435, 701, 702, ONLY_YOUR_ORDER for an initiator who would add to what a member chose,
 * MORE_THAN_IN_STOCK over everybody's lines, GROUP_ORDER_LIMIT_ISSUE for a member whose goods would cost more than the limit, and more than
 * before.
 */
export const requireAllowedInGroup = async (
  ctx: Context,
  group: Group,
  { state, change, market, byInitiator = false }: { state: BasketState; change: Change; market: Snapshot; byInitiator?: boolean }
): Promise<void> => {
  const isMember = state.basket?.type === 'member'
  if (group.state === 'collecting') {
    const isPaid = await hasPaidShare(ctx, group, state.basket?.userId ?? 0)
    throw fail(isPaid ? 'GROUP_ORDER_PAID_MEMBER_CANNOT_EDIT' : 'GROUP_ORDER_ACTION_FORBIDDEN')
  }
  if (isEnded(group.state) || (isMember && group.state === 'locked' && !byInitiator)) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  if (byInitiator && !onlyTakes(state, change)) throw fail('ONLY_YOUR_ORDER', { field: 'quantity' })
  if (change.mode && change.mode.orderMode !== ORDER_MODE.DELIVERY) throw fail('GROUP_ORDER_ACTION_FORBIDDEN', { field: 'orderMode' })
  requireOfGroup(
    group,
    change.lines.flatMap(({ productId }) => state.products.get(productId) ?? [])
  )
  await requireStockForAll(ctx, group, state, change)
  if (isMember && group.limit !== UNLIMITED) await requireWithinLimit(ctx, group, state, change, market)
}

/** Whether every line that is written is there already, with the same choices, and becomes less. */
const onlyTakes = ({ lines }: BasketState, change: Change): boolean =>
  change.lines.every(({ productId, optionsKey, quantity }) =>
    lines.some((line) => line.productId === productId && line.optionsKey === optionsKey && quantity < line.quantity)
  )

const after = ({ lines }: BasketState, change: Change): StoredLine[] => {
  const written = change.lines.map((line): StoredLine => ({ ...line, id: 0, userId: null }))
  const stays = ({ id, productId, optionsKey }: StoredLine): boolean =>
    !change.removedIds.includes(id) && !written.some((line) => line.productId === productId && line.optionsKey === optionsKey)
  return [...lines.filter(stays), ...written]
}

const requireWithinLimit = async (ctx: Context, group: Group, state: BasketState, change: Change, market: Snapshot): Promise<void> => {
  const goodsOf = async (lines: StoredLine[]): Promise<number> =>
    ((await priceLines(ctx.db, { ...state, lines }, market))?.lines ?? []).reduce((sum, line) => sum + linePrice(line), 0)
  const goods = await goodsOf(after(state, change))
  if (goods > fromAmd(group.limit) && goods > (await goodsOf(state.lines)))
    throw fail('GROUP_ORDER_LIMIT_ISSUE', { field: 'quantity', data: { limit: group.limit } })
}

const requireStockForAll = async (ctx: Context, group: Group, state: BasketState, change: Change): Promise<void> => {
  const counted = change.lines.flatMap(({ productId }) => {
    const product = state.products.get(productId)
    return product && product.stock !== null ? [{ product, stock: product.stock }] : []
  })
  if (counted.length === 0) return
  const ids = counted.map(({ product }) => product.id)
  const others = await rowsOf<{ product_id: number; quantity: number }>(
    ctx.db,
    sql`select i.product_id, sum(i.quantity)::int as quantity from basket_items i join baskets b on b.id = i.basket_id
      where b.group_order_id = ${group.id}::int and b.id <> ${state.basket?.id ?? 0}::int and i.product_id = any(${sql.param(ids)}::int[])
      group by i.product_id`
  )
  const lines = after(state, change)
  for (const { product, stock } of counted) {
    const left = Math.max(0, stock - (others.find(({ product_id: id }) => id === product.id)?.quantity ?? 0))
    const asked = lines.reduce((sum, { productId, quantity }) => (productId === product.id ? sum + quantity : sum), 0)
    const had = state.lines.reduce((sum, { productId, quantity }) => (productId === product.id ? sum + quantity : sum), 0)
    if (asked > left && asked > had)
      throw fail('MORE_THAN_IN_STOCK', {
        field: 'quantity',
        vars: { available: formatQuantity(left, product.unitId, ctx.locale) },
        data: { stock: left }
      })
  }
}
