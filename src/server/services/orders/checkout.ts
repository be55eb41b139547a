import { eq } from 'drizzle-orm'
import type { NewOrder, PlacedOrder } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { priceLines } from '#server/services/baskets/pricing/price-lines.ts'
import { isOfAdmissions, priceBasket, type PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { lockGroupToOrder } from '#server/services/baskets/group/lock-for-order.ts'
import { groupVersion, type Group } from '#server/services/baskets/group/read-group.ts'
import { readState } from '#server/services/baskets/state.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { requireCardChoice } from '#server/services/payments/cards/card-choice.ts'
import { requireUse } from '#server/services/vouchers/require-use.ts'
import { voucherOfOrder } from '#server/services/vouchers/find-voucher.ts'
import { findMethod, paysShares } from '#server/services/payments/methods.ts'
import { requireMethod, type Chosen } from '#server/services/payments/require-method.ts'
import { purchaseOfBasket } from '#server/services/payments/transfers/purchase.ts'
import { requirePaysAdmissions } from './admissions/require-pays-admissions.ts'
import { checkOrder, refusal } from './checks.ts'
import { branchAddress, placeOfAdmission } from './where/branch-address.ts'
import { orderAddress } from './where/order-address.ts'
import { claimKey, hashOf } from './idempotency.ts'
import { placeOrder, type Placed } from './place-order.ts'
import { requireRoomToReserve } from './stock/require-room.ts'
import { placedAnswer } from './placed-answer.ts'
import { requireTippable } from './tips/require-tippable.ts'
import { methodOfShares, needsNoMethod, ownSharesOf } from './own-money/own-shares.ts'

/**
 * Turns the caller's basket into an order, exactly once per key: key, stock, order, event and the emptied basket are one transaction, and
 * the bank is called after it. A group order is ordered by its initiator with everybody's lines, once it is locked; where everybody pays, it
 * waits for all shares. Lock order: key, basket, group order and its baskets, products. Codes: see the contract.
 */
export const checkout = async (ctx: Context, input: NewOrder, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const chosen = await chosenMethod(ctx, input)
  const { method } = chosen
  const choice = await requireCardChoice(ctx, userId, method, input)
  const requestHash = hashOf(input)
  // Read before the transaction: the directory may query the database through another connection.
  const market = await ctx.directory.read()
  const result = await withTransaction(ctx, async (tx): Promise<Placed | number> => {
    const scoped = `${userId}:${key}`
    const claim = await claimKey(tx, scoped, requestHash, userId)
    if ('earlier' in claim && claim.earlier !== null) return claim.earlier
    if (!('basket' in claim) || !claim.basket) throw fail('BASKET_EMPTY')
    const { basket: locked } = claim
    const group = await lockGroupToOrder(tx, locked)
    if (group && isPaidByAll(group) && !paysShares(method))
      throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'shares' } })
    const read = () => readPriced(tx, market, { ...locked, group }, input, userId)
    const { basket, address } = await read()
    checkOrder(tx, basket, input)
    if (isOfAdmissions(basket)) requirePaysAdmissions(method)
    await requireRoomToReserve(tx, userId, basket.lines, method)
    const shares = await ownSharesOf(tx, userId, basket, input, method)
    const byOwn = methodOfShares(shares, basket.totals.total)
    const payment = byOwn ? { method: byOwn, purchase: null } : chosen
    requireTippable(basket, input, payment.method)
    const use = await requireUse(tx, basket, { userId, phone: address.phone, methodId: payment.method.id })
    const placed = await placeOrder(tx, basket, address, input, { userId, key: scoped, use, shares, ...payment })
    if (placed) return placed
    // Another order took the stock first: check again to tell which rule fails now.
    const current = await read()
    checkOrder(tx, current.basket, input)
    throw refusal(tx, current.basket, 'OUT_OF_STOCK', { field: 'items' })
  })
  return typeof result === 'number' ? placedAnswer(ctx, result, choice) : placedAnswer(ctx, result.id, choice, result)
}

/** Points and gift cards need no method where they pay everything. */
const chosenMethod = async (ctx: Context, input: NewOrder): Promise<Chosen> => {
  const own = needsNoMethod(input) ? findMethod(input.paymentId) : undefined
  return own ? { method: own, purchase: null } : requireMethod(ctx, input.paymentId, () => purchaseOfBasket(ctx))
}

/** Returns the locked basket at current prices, and where the order goes: an address of the person, or the branch where it is fetched. */
const readPriced = async (
  tx: Context,
  market: Snapshot,
  locked: { id: number; version: number; group: Group | null },
  input: NewOrder,
  userId: number
): Promise<{ basket: PricedBasket; address: OrderAddress }> => {
  const { addressId } = input
  const address = addressId === undefined ? undefined : { id: addressId, userId }
  const { group } = locked
  const read = await readState(tx.db, eq(schema.baskets.id, locked.id), { address, ...(group && { groupOrderId: group.id }) })
  const state = { ...read, group, voucher: await voucherOfOrder(tx, read.voucher, input.promoCode) }
  const isFetched = read.basket?.orderMode === ORDER_MODE.PICK_UP
  const isOfTickets = [...read.products.values()].some(({ family }) => family === 'admissions')
  if (!state.address && !isFetched && !isOfTickets) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  const loaded = await priceLines(tx.db, state, market, true)
  if (!loaded || loaded.lines.length === 0) throw fail('BASKET_EMPTY')
  // The lock incremented the version of each basket; the person saw the one before.
  const version = group ? groupVersion(group) - group.members.length : locked.version - 1
  const shown = { ...loaded, basket: { ...loaded.basket, version } }
  const point = state.address && { lat: state.address.latitude, lng: state.address.longitude }
  const basket = priceBasket(shown, isFetched ? null : point, tx.now(), tx.config)
  if (isOfTickets) return { basket, address: await placeOfAdmission(tx, basket, userId) }
  if (isFetched) return { basket, address: await branchAddress(tx, basket, userId) }
  if (!state.address) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  return { basket, address: orderAddress(tx, state.address) }
}
