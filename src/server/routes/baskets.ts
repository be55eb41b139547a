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
import { reorder } from '#server/services/orders/reorder.ts'
import { replaceItems } from '#server/services/baskets/replace.ts'
import { setQuantity } from '#server/services/baskets/set-quantity.ts'
import { suggestProducts } from '#server/services/baskets/suggest.ts'
import { enterVoucher, removeVoucher } from '#server/services/vouchers/enter-voucher.ts'
import { requireSolution } from '#server/services/auth/gate.ts'
import type { Http } from './http/http.ts'
import { requireWithinLimit, type NetworkLimit } from './http/limits.ts'
import type { Handlers } from './http/mount.ts'
import { countPromoCode } from './http/promo-code-limit.ts'

/** Guests' new baskets by network, because an anonymous id costs nothing. Past this each costs a puzzle. */
const NEW_BASKETS: NetworkLimit = { name: 'new baskets', perMinute: { address: 200, street: 800, customer: 60, site: 80, operator: 100 } }

/** Not an endpoint of its own: counts every change of a basket. Nobody makes 16 a second by hand. */
const BASKET_CHANGE: Endpoint = { method: 'POST', path: '/baskets (any change)', access: 'guest', perMinute: 1_000, codes: [], about: '' }

export const basketsHandlers = ({ limit }: Pick<Kernel, 'limit'>): Handlers<typeof baskets, typeof basketsSchemas> => {
  const newBasketOf =
    (http: Http) =>
    async (ctx: Context): Promise<void> => {
      if (!limit.networks(NEW_BASKETS, ctx, http.ip)) await requireSolution(ctx, http)
    }
  /** Counts a change before it is made. */
  const counted =
    <I, R>(change: (ctx: Context, input: I, http: Http) => Promise<R>) =>
    async (ctx: Context, input: I, http: Http): Promise<R> => {
      await requireWithinLimit(limit, BASKET_CHANGE, ctx, http)
      return change(ctx, input, http)
    }
  return {
    get: (ctx, { query }) => readBasket(ctx, query),
    add: counted((ctx, { body, query }, http) => addItem(ctx, body, query, newBasketOf(http))),
    reorder: counted((ctx, { params, query, body }, http) => reorder(ctx, params.id, body, query, newBasketOf(http))),
    replace: counted((ctx, { body }, http) => replaceItems(ctx, body.items, newBasketOf(http))),
    enterVoucher: counted(async (ctx, { body }, http) => {
      await countPromoCode(limit, ctx, http)
      return enterVoucher(ctx, body.promoCode)
    }),
    removeVoucher: counted((ctx) => removeVoucher(ctx)),
    remove: counted((ctx, { params, query }) => removeItem(ctx, params.id, query)),
    quantity: counted((ctx, { params, query, body }) => setQuantity(ctx, params.id, body, query)),
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
