import { sql } from 'drizzle-orm'
import type { NewOrderMode, OrderModeState } from '#contract/baskets/order-mode.ts'
import { ORDER_MODE, type OrderMode } from '#domain/enums.ts'
import { openStateAt } from '#domain/time/opening-hours.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { pickupBranches } from '#server/catalogue-memory/pickup-branches.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import type { BasketState } from './state.ts'

const DELIVERY: OrderModeState = { orderMode: ORDER_MODE.DELIVERY, branchId: null, supplierId: null }

/** Modes that follow from what is in a basket, with the context of their refusals. */
const GIVEN: Readonly<Record<number, string>> = { [ORDER_MODE.SERVICE]: 'booked', [ORDER_MODE.ADMISSION]: 'tickets' }

/** Returns the mode: delivery, pickup, service or tickets. Delivery when the caller has no basket. */
export const readOrderMode = async (ctx: Context): Promise<OrderModeState> => {
  const { baskets } = schema
  const [row] = await ctx.db
    .select({
      orderMode: baskets.orderMode,
      branchId: baskets.branchId,
      supplierId: baskets.supplierId,
      // The mode of what is in it: services that are booked, or tickets.
      given: sql<OrderMode | null>`(select case when s.bookings is not null then ${ORDER_MODE.SERVICE}::int else ${ORDER_MODE.ADMISSION}::int end
        from basket_items i join products p on p.id = i.product_id join suppliers s on s.id = p.supplier_id
        where i.basket_id = baskets.id and (s.bookings is not null or s.admissions is not null) limit 1)`
    })
    .from(baskets)
    .where(isOwnedBy(ownerOf(ctx)))
  if (!row) return DELIVERY
  const { given, ...mode } = row
  return given === null ? mode : { ...DELIVERY, orderMode: given }
}

/**
 * Sets the mode of the caller's basket (PUT /baskets/ordermode; design: pickup holds one branch of one supplier). Refusals:
 * UNAUTHORIZED for a guest who asks for pickup, SUPPLIER_NOT_FOUND, ORDER_MODE_UNAVAILABLE for a place that does not hand orders over and for
 * a basket in another mode than its services' or tickets', which is theirs without being set; RESTAURANT_CLOSED_OTHER_BRANCH and DIFFERENT_BRANCHES name the lines of other suppliers that would be lost, until it is agreed.
 */
export const setOrderMode = async (ctx: Context, asked: NewOrderMode): Promise<OrderModeState> => {
  const current = await readOrderMode(ctx)
  const context = GIVEN[current.orderMode]
  if (context && asked.orderMode === current.orderMode) return current
  if (context) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'orderMode', vars: { context } })
  if (GIVEN[asked.orderMode]) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'orderMode' })
  return asked.orderMode === ORDER_MODE.PICK_UP ? fetchIt(ctx, asked) : deliverIt(ctx, current)
}

const deliverIt = async (ctx: Context, current: OrderModeState): Promise<OrderModeState> => {
  if (current.orderMode !== ORDER_MODE.DELIVERY) await changeBasket(ctx, () => ({ removedIds: [], lines: [], mode: DELIVERY }))
  return DELIVERY
}

const fetchIt = async (ctx: Context, asked: NewOrderMode): Promise<OrderModeState> => {
  requireUser(ctx)
  let mode = DELIVERY
  await changeBasket(
    ctx,
    (tx, state, market) => {
      mode = pickupOf(state, market, asked)
      const lost = linesLost(state, mode.supplierId)
      if (lost.length > 0 && !asked.agreed) throw refuseLoss(tx, state, market, mode.supplierId)
      return { removedIds: lost, lines: [], mode }
    },
    { create: true }
  )
  return mode
}

const suppliersIn = ({ lines, products }: BasketState): number[] => [
  ...new Set(lines.flatMap(({ productId }) => products.get(productId)?.supplierId ?? []))
]

/** The supplier and branch that are meant: those that are named, else the only ones there are. */
const pickupOf = (state: BasketState, market: Snapshot, { supplierId, branchId }: NewOrderMode): OrderModeState => {
  const [only, ...others] = suppliersIn(state)
  const id = supplierId ?? (others.length === 0 ? only : undefined)
  if (id === undefined) throw fail('BAD_REQUEST', { field: 'supplierId' })
  const supplier = market.byId.get(id)
  if (!supplier) throw fail('SUPPLIER_NOT_FOUND', { field: 'supplierId' })
  const offered = pickupBranches(supplier)
  if (offered.length === 0) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'supplierId' })
  const [first, ...more] = offered
  const branch = branchId ? offered.find((one) => one.id === branchId) : more.length === 0 ? first : undefined
  if (!branch) throw branchId ? fail('ORDER_MODE_UNAVAILABLE', { field: 'branchId' }) : fail('BAD_REQUEST', { field: 'branchId' })
  return { orderMode: ORDER_MODE.PICK_UP, branchId: branch.id, supplierId: supplier.id }
}

const linesLost = ({ lines, products }: BasketState, supplierId: number | null): number[] =>
  lines.flatMap(({ id, productId }) => (products.get(productId)?.supplierId === supplierId ? [] : [id]))

const refuseLoss = (ctx: Context, state: BasketState, market: Snapshot, supplierId: number | null): Error => {
  const others = suppliersIn(state).filter((id) => id !== supplierId)
  const isClosed = (supplier: DirectorySupplier | undefined): boolean =>
    supplier !== undefined && !supplier.branches.some(({ schedule }) => openStateAt(schedule, ctx.now()).open)
  const loses = state.lines.flatMap(({ productId }) => {
    const product = state.products.get(productId)
    return product && product.supplierId !== supplierId ? [product.name[ctx.locale]] : []
  })
  const code = others.some((id) => isClosed(market.byId.get(id))) ? 'RESTAURANT_CLOSED_OTHER_BRANCH' : 'DIFFERENT_BRANCHES'
  return fail(code, { field: 'agreed', data: { loses } })
}
