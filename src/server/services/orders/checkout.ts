import { and, eq } from 'drizzle-orm'
import type { NewOrder, PlacedOrder } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockBasket } from '#server/services/baskets/change.ts'
import { loadBasket } from '#server/services/baskets/load.ts'
import { priceBasket } from '#server/services/baskets/price.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { checkOrder, requirePaymentMethod } from './checks.ts'
import { claimKey, fulfilKey, hashOf } from './idempotency.ts'
import { placeOrder } from './place-order.ts'
import { placedAnswer } from './placed-answer.ts'
import { lockBasketStock } from './stock.ts'

/**
 * Makes the caller's basket an order, exactly once for a key: key, stock, order, event and the emptied basket are one transaction.
 * The bank is asked after it. Locks are taken in one order: key, basket, products. Codes: see the contract.
 */
export const checkout = async (ctx: Context, input: NewOrder, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  requirePaymentMethod(input.paymentId)
  const requestHash = hashOf(input)
  // Read before the transaction: the directory may look into the database by itself.
  const market = await ctx.directory.read()
  const orderId = await withTransaction(ctx, async (tx) => {
    const scoped = `${userId}:${key}`
    const earlier = await claimKey(tx, scoped, requestHash)
    if (earlier !== null) return earlier

    const locked = await lockBasket(tx, { userId })
    if (!locked) throw fail('BASKET_EMPTY')
    await lockBasketStock(tx, locked.id)
    const address = await ownAddress(tx, userId, input.addressId)
    const loaded = await loadBasket(tx.db, eq(schema.baskets.id, locked.id), market)
    if (!loaded || loaded.lines.length === 0) throw fail('BASKET_EMPTY')
    // The lock counted the version up; what the person saw was the one before.
    const shown = { ...loaded, basket: { ...loaded.basket, version: locked.version - 1 } }
    const basket = priceBasket(shown, { lat: address.latitude, lng: address.longitude }, tx.now(), tx.config)
    checkOrder(tx, basket, input)
    const id = await placeOrder(tx, basket, address, input, userId)
    await fulfilKey(tx, scoped, id)
    return id
  })
  return placedAnswer(ctx, orderId)
}

const ownAddress = async (tx: Context, userId: number, addressId: number): Promise<typeof schema.addresses.$inferSelect> => {
  const { addresses } = schema
  const [row] = await tx.db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
  if (!row) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  return row
}
