import { eq } from 'drizzle-orm'
import type { NewOrder, PlacedOrder } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { priceLines } from '#server/services/baskets/pricing/price-lines.ts'
import { priceBasket, type PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { readState, type StoredAddress } from '#server/services/baskets/state.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { requireMethod } from '#server/services/payments/require-method.ts'
import { checkOrder, refusal } from './checks.ts'
import { claimKey, hashOf } from './idempotency.ts'
import { placeOrder, type Placed } from './place-order.ts'
import { requireRoomToReserve } from './require-room-to-reserve.ts'
import { placedAnswer } from './placed-answer.ts'

/**
 * Turns the caller's basket into an order, exactly once per key: key, stock, order, event and the emptied basket are one transaction, and
 * the bank is called after it. Lock order: key, basket, products. Codes: see the contract.
 */
export const checkout = async (ctx: Context, input: NewOrder, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const method = requireMethod(ctx, input.paymentId)
  const requestHash = hashOf(input)
  // Read before the transaction: the directory may query the database through another connection.
  const market = await ctx.directory.read()
  const result = await withTransaction(ctx, async (tx): Promise<Placed | number> => {
    const scoped = `${userId}:${key}`
    const claim = await claimKey(tx, scoped, requestHash, userId)
    if ('earlier' in claim && claim.earlier !== null) return claim.earlier
    if (!('basket' in claim) || !claim.basket) throw fail('BASKET_EMPTY')
    const { basket: locked } = claim
    const read = () => readPriced(tx, market, locked, { id: input.addressId, userId })
    const { basket, address } = await read()
    checkOrder(tx, basket, input)
    if (method.waits) await requireRoomToReserve(tx, userId, basket.lines)
    const placed = await placeOrder(tx, basket, address, input, { userId, key: scoped, method })
    if (placed) return placed
    // Another order took the stock first: check again to tell which rule fails now.
    const current = await read()
    checkOrder(tx, current.basket, input)
    throw refusal(tx, current.basket, 'OUT_OF_STOCK', { field: 'items' })
  })
  return typeof result === 'number' ? placedAnswer(ctx, result) : placedAnswer(ctx, result.id, result)
}

/** Returns the locked basket at current prices, for an address that belongs to the person. */
const readPriced = async (
  tx: Context,
  market: Snapshot,
  locked: { id: number; version: number },
  address: { id: number; userId: number }
): Promise<{ basket: PricedBasket; address: StoredAddress }> => {
  const state = await readState(tx.db, eq(schema.baskets.id, locked.id), { address })
  if (!state.address) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  const loaded = await priceLines(tx.db, state, market, true)
  if (!loaded || loaded.lines.length === 0) throw fail('BASKET_EMPTY')
  // The lock incremented the version; the person saw the one before.
  const shown = { ...loaded, basket: { ...loaded.basket, version: locked.version - 1 } }
  const point = { lat: state.address.latitude, lng: state.address.longitude }
  return { basket: priceBasket(shown, point, tx.now(), tx.config), address: state.address }
}
