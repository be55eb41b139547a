import { and, eq } from 'drizzle-orm'
import type { Basket, BasketQuery } from '#contract/baskets.ts'
import type { Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { loadBasket } from './load.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import { presentBasket } from './present.ts'
import { priceBasket, type PricedBasket } from './price.ts'

type Where = Pick<BasketQuery, 'addressId' | 'lat' | 'lng'>

/** The caller's basket priced for an address or a point, ready to answer. */
export const readBasket = async (ctx: Context, query: Where = {}): Promise<Basket> => presentBasket(ctx, await pricedBasket(ctx, query))

/** The same before it is worded; null: the caller has none. */
export const pricedBasket = async (ctx: Context, query: Where = {}): Promise<PricedBasket | null> => {
  const market = await ctx.directory.read()
  const point = await pointOf(ctx, query)
  const loaded = await loadBasket(ctx.db, isOwnedBy(ownerOf(ctx)), market)
  return loaded && priceBasket(loaded, point, ctx.now(), ctx.config)
}

/** Where to: an address of the person's own (INVALID_ADDRESS for any other), or a point. */
const pointOf = async (ctx: Context, { addressId, lat, lng }: Where): Promise<Point | null> => {
  if (addressId === undefined) return lat === undefined || lng === undefined ? null : { lat, lng }
  if (ctx.actor.kind !== 'user') throw fail('INVALID_ADDRESS', { field: 'addressId' })
  const { addresses } = schema
  const [row] = await ctx.db
    .select({ lat: addresses.latitude, lng: addresses.longitude })
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, ctx.actor.userId)))
  if (!row) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  return row
}
