import type { Basket, BasketQuery } from '#contract/baskets.ts'
import type { Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { pricedState } from './load.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import { presentBasket } from './present.ts'
import { priceBasket, type PricedBasket } from './price.ts'
import { readState, type StoredAddress } from './state.ts'

type Where = Pick<BasketQuery, 'addressId' | 'lat' | 'lng'>

/** The caller's basket priced for an address or a point, ready to answer. */
export const readBasket = async (ctx: Context, query: Where = {}): Promise<Basket> => presentBasket(ctx, await pricedBasket(ctx, query))

/** The same before it is worded; null: the caller has none. One trip, address and all. */
export const pricedBasket = async (ctx: Context, query: Where = {}): Promise<PricedBasket | null> => {
  const market = await ctx.directory.read()
  const address = addressOf(ctx, query)
  const state = await readState(ctx.db, isOwnedBy(ownerOf(ctx)), { address })
  const point = pointOf(query, address && (state.address ?? refused()))
  const loaded = await pricedState(ctx.db, state, market)
  return loaded && priceBasket(loaded, point, ctx.now(), ctx.config)
}

const refused = (): never => {
  throw fail('INVALID_ADDRESS', { field: 'addressId' })
}

/** The address of the person's own to look for; INVALID_ADDRESS for anybody who can have none. */
const addressOf = ({ actor }: Context, { addressId }: Where): { id: number; userId: number } | undefined => {
  if (addressId === undefined) return undefined
  return actor.kind === 'user' ? { id: addressId, userId: actor.userId } : refused()
}

const pointOf = ({ lat, lng }: Where, address: StoredAddress | undefined): Point | null => {
  if (address) return { lat: address.latitude, lng: address.longitude }
  return lat === undefined || lng === undefined ? null : { lat, lng }
}
