import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { GroupItem, GroupMember, GroupOrderInfo, GroupOrderProgress } from '#contract/group-orders/calls.ts'
import { linePrice } from '#domain/basket.ts'
import { toAmd } from '#domain/money.ts'
import { trackingOf } from '#domain/order-status.ts'
import type { GroupRole } from '#domain/orders/group-order.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { readGroup, type Group, type Member } from '#server/services/baskets/group/read-group.ts'
import { sharesByMember } from '#server/services/baskets/group/shares-by-member.ts'
import { deliveryPoint } from '#server/services/baskets/location.ts'
import { itemsPriceOf, priceLines, type Line } from '#server/services/baskets/pricing/price-lines.ts'
import { priceBasket, type PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { readState } from '#server/services/baskets/state.ts'
import { withdrawnSuppliers } from '#server/services/baskets/withdrawn-suppliers.ts'
import { MASK } from '#server/services/catalogue/product-card.ts'
import { fail } from '#server/services/core/fail.ts'
import { addressOf, presentDelivery } from './delivery.ts'
import { readCollecting, type Chosen, type ChosenBy } from './read-collecting.ts'

const { baskets, groupOrders, orders } = schema

/**
 * The group order of a link, else the one that the caller's basket is in, null for none (GET /orders/group/info). GROUP_ORDER_NOT_FOUND for
 * an unknown link.
 */
export const readGroupInfo = async (ctx: Context, { hash }: { hash?: string | undefined }): Promise<GroupOrderInfo | null> => {
  if (hash !== undefined) return groupInfo(ctx, { hash })
  const group = await ownGroup(ctx)
  return group && present(ctx, group)
}

/** The group order of a link. Outsiders learn who invites, where and with which limit, and nobody's choice. */
export const groupInfo = async (ctx: Context, { hash }: { hash: string }): Promise<GroupOrderInfo> => {
  const group = await readGroup(ctx.db, eq(groupOrders.hash, hash))
  if (!group) throw fail('GROUP_ORDER_NOT_FOUND', { field: 'hash' })
  return present(ctx, group)
}

const present = async (ctx: Context, group: Group): Promise<GroupOrderInfo> => {
  const supplier = await supplierOf(ctx, group.supplierId)
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const you = group.members.find((member) => member.userId === userId)
  const role: GroupRole = you === undefined ? 'outsider' : you.userId === group.initiatorId ? 'owner' : 'member'
  const collecting = you ? await readCollecting(ctx, group) : null
  const chosen = collecting ?? (you ? await chosenIn(ctx, group) : NOTHING)
  return {
    id: group.id,
    hash: group.hash,
    supplierId: supplier.id,
    supplier: { id: supplier.id, name: supplier.name[ctx.locale], alias: supplier.alias, kind: supplier.kind },
    initiatorName: group.members.find((member) => member.userId === group.initiatorId)?.name ?? '',
    limit: group.limit,
    deadline: group.deadline && toIso(group.deadline.getTime()),
    delivery: await presentDelivery(ctx, group, supplier, you !== undefined),
    groupOrderType: group.type,
    status: group.status,
    state: group.state,
    role,
    membersCount: group.members.length,
    members: you ? group.members.map((member) => presentMember(ctx, group, member, chosen.of(member))) : [],
    order: you && group.state === 'placed' ? await progressOf(ctx, group.id) : null,
    collecting: collecting?.collecting ?? null,
    itemsPrice: toAmd(chosen.goods),
    missingToMinimum: you ? toAmd(Math.max(0, supplier.minimum - chosen.goods)) : 0,
    orderPrice: toAmd(chosen.total),
    isEstimate: chosen.isEstimate
  }
}

const NOTHING: Chosen = {
  goods: 0,
  total: 0,
  isEstimate: true,
  of: () => ({ items: [], goods: 0, share: 0, due: 0, payment: 'none' })
}

/** What everybody has in the basket now; nothing once it has ended. */
const chosenIn = async (ctx: Context, group: Group): Promise<Chosen> => {
  const priced = await pricedOf(ctx, group)
  if (!priced) return NOTHING
  const shares = sharesByMember(group, priced)
  return {
    goods: priced.totals.items,
    total: priced.totals.total,
    isEstimate: priced.isEstimate,
    of: (member) => {
      const lines = priced.lines.filter(({ userId }) => userId === member.userId)
      const items = lines.map((line) => ({ ...presentLine(ctx, line), totalPrice: toAmd(linePrice(line)) }))
      return { items, goods: itemsPriceOf(lines), share: shares[group.members.indexOf(member)] ?? 0, due: 0, payment: 'none' }
    }
  }
}

/** The group order that the caller's basket is in; null for none. */
export const ownGroup = async (ctx: Context): Promise<Group | null> => {
  if (ctx.actor.kind !== 'user') return null
  const own = ctx.db.select({ id: baskets.groupOrderId }).from(baskets).where(eq(baskets.userId, ctx.actor.userId))
  return readGroup(ctx.db, inArray(groupOrders.id, own))
}

const supplierOf = async (ctx: Context, id: number): Promise<DirectorySupplier> => {
  const listed = (await ctx.directory.read()).byId.get(id)
  const [supplier] = listed ? [listed] : await withdrawnSuppliers(ctx.db, [id])
  if (!supplier) throw fail('GROUP_ORDER_NOT_FOUND')
  return supplier
}

/** Everybody's lines at prices for its address; null once it has ended. */
const pricedOf = async (ctx: Context, group: Group): Promise<PricedBasket | null> => {
  const ofInitiator = sql`group_order_id = ${group.id}::int and type = 'initiator'`
  const state = await readState(ctx.db, ofInitiator, { groupOrderId: group.id, address: addressOf(group) })
  if (!state.basket) return null
  const lines = await priceLines(ctx.db, state, await ctx.directory.read())
  return lines && priceBasket(lines, deliveryPoint({}, state.address), ctx.now(), ctx.config)
}

const progressOf = async (ctx: Context, groupOrderId: number): Promise<GroupOrderProgress | null> => {
  const [order] = await ctx.db
    .select({ number: orders.number, status: orders.status, from: orders.deliveryFrom, to: orders.deliveryTo })
    .from(orders)
    .where(eq(orders.groupOrderId, groupOrderId))
    .orderBy(desc(orders.id))
    .limit(1)
  return order
    ? {
        orderNumber: order.number,
        status: order.status,
        trackingStatus: trackingOf(order.status),
        deliveryFrom: toIso(order.from.getTime()),
        deliveryTo: toIso(order.to.getTime())
      }
    : null
}

const presentMember = (ctx: Context, group: Group, member: Member, { items, goods, share, due, payment }: ChosenBy): GroupMember => ({
  id: member.id,
  name: member.name,
  src: null,
  role: member.userId === group.initiatorId ? 'owner' : 'member',
  isYou: ctx.actor.kind === 'user' && ctx.actor.userId === member.userId,
  ready: member.ready,
  items,
  itemsPrice: toAmd(goods),
  share: toAmd(share),
  payment,
  due: toAmd(due)
})

const presentLine = ({ locale, isAdult }: Context, line: Line): Omit<GroupItem, 'totalPrice'> => {
  const options = line.options.map(({ name }) => name[locale]).join(', ')
  const name = line.name[locale]
  return {
    id: line.id,
    name: line.adult && !isAdult ? MASK.name : options ? `${name} (${options})` : name,
    quantity: line.quantity,
    unitId: line.unitId,
    availability: line.availability,
    stock: line.stock
  }
}
