import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import type { PricedBasket, PricedEntry } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'

/** The branch where an order is fetched, with the person's own phone. DIFFERENT_BRANCHES, ORDER_MODE_UNAVAILABLE: it cannot be fetched there. */
export const branchAddress = async (tx: Context, basket: PricedBasket, userId: number): Promise<OrderAddress> => {
  const { supplierId } = basket.basket
  if (basket.lines.some((line) => line.supplierId !== supplierId)) throw fail('DIFFERENT_BRANCHES', { field: 'items' })
  const entry = basket.entries.find(({ pickup }) => pickup)
  if (!entry) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'branchId' })
  return addressOf(tx, entry, userId)
}

/** The place that tickets are for, of several suppliers the first, with the person's own phone. */
export const placeOfAdmission = async (tx: Context, basket: PricedBasket, userId: number): Promise<OrderAddress> => {
  const [entry] = basket.entries
  if (!entry) throw fail('BASKET_EMPTY')
  return addressOf(tx, entry, userId)
}

const addressOf = async (tx: Context, { branch, supplier }: PricedEntry, userId: number): Promise<OrderAddress> => {
  const { users } = schema
  const [person] = await tx.db.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
  return {
    title: supplier.name[tx.locale],
    line: branch.address[tx.locale],
    city: branch.city,
    lat: branch.lat,
    lng: branch.lng,
    entrance: '',
    floor: 0,
    apartment: '',
    doorCode: '',
    comment: '',
    phone: person?.phone ?? ''
  }
}
