import type * as baskets from '#contract/baskets/calls.ts'
import type { basketsSchemas } from '#contract/baskets/schemas.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { addItem } from '#server/services/baskets/add.ts'
import { availableTimes, suggestTime } from '#server/services/baskets/delivery-times.ts'
import { emptyBasket } from '#server/services/baskets/empty.ts'
import { readOrderMode, setOrderMode } from '#server/services/baskets/order-mode.ts'
import { readBasket } from '#server/services/baskets/read.ts'
import { removeItem } from '#server/services/baskets/remove.ts'
import { removeUnavailable } from '#server/services/baskets/remove-unavailable.ts'
import { replaceItems } from '#server/services/baskets/replace.ts'
import { setQuantity } from '#server/services/baskets/set-quantity.ts'
import { suggestProducts } from '#server/services/baskets/suggest.ts'
import { enterVoucher, removeVoucher } from '#server/services/vouchers/enter-voucher.ts'
import type { Http } from './http/http.ts'
import type { Handlers } from './http/mount.ts'

/** Not an endpoint of its own: guests' new baskets are limited by address, because an anonymous id costs nothing. */
const NEW_BASKET: Endpoint = { method: 'POST', path: '/baskets (new)', access: 'guest', perMinute: 200, codes: [], about: '' }

/** Not an endpoint of its own: counts every change of a basket. Nobody makes 16 a second by hand. */
const BASKET_CHANGE: Endpoint = { method: 'POST', path: '/baskets (any change)', access: 'guest', perMinute: 1_000, codes: [], about: '' }

/** Not an endpoint of its own: promo codes that are entered from one address, by whomever. */
const GUESSES: Endpoint = { method: 'PUT', path: '/baskets/promocode (network)', access: 'guest', perMinute: 60, codes: [], about: '' }

const NOBODY = { kind: 'nobody', anonymousId: '' } as const

export const basketsHandlers = ({ limit }: Pick<Kernel, 'limit'>): Handlers<typeof baskets, typeof basketsSchemas> => {
  const countNew = (ctx: Context, ip: string): void => {
    if (ip) limit(NEW_BASKET, { ...ctx, actor: NOBODY }, ip)
  }
  /** Counts a change before it is made. */
  const counted =
    <I, R>(change: (ctx: Context, input: I, http: Http) => R) =>
    (ctx: Context, input: I, http: Http): R => {
      limit(BASKET_CHANGE, ctx, http.ip)
      return change(ctx, input, http)
    }
  return {
    get: (ctx, { query }) => readBasket(ctx, query),
    add: counted((ctx, { body, query }, { ip }) => addItem(ctx, body, query, () => countNew(ctx, ip))),
    replace: counted((ctx, { body }, { ip }) => replaceItems(ctx, body.items, () => countNew(ctx, ip))),
    enterVoucher: counted((ctx, { body }, { ip }) => {
      if (ip) limit(GUESSES, { ...ctx, actor: NOBODY }, ip)
      return enterVoucher(ctx, body.promoCode)
    }),
    removeVoucher: counted((ctx) => removeVoucher(ctx)),
    remove: counted((ctx, { params }) => removeItem(ctx, params.id)),
    quantity: counted((ctx, { params, body }) => setQuantity(ctx, params.id, body)),
    suggestedTime: (ctx, { query }) => suggestTime(ctx, query),
    availableTimes: (ctx, { query }) => availableTimes(ctx, query),
    clean: counted((ctx, { params }) => emptyBasket(ctx, params.sessionId)),
    empty: counted((ctx, { params }) => emptyBasket(ctx, params.sessionId)),
    removeUnavailable: counted((ctx) => removeUnavailable(ctx)),
    orderMode: (ctx) => readOrderMode(ctx),
    setOrderMode: counted((ctx, { body }) => setOrderMode(ctx, body)),
    suggest: (ctx, { query }) => suggestProducts(ctx, query.take)
  }
}
