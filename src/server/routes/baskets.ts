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
import type { Handlers } from './http/mount.ts'

/** Not an endpoint of its own: guests' new baskets are limited by address, because an anonymous id costs nothing. */
const NEW_BASKET: Endpoint = { method: 'POST', path: '/baskets (new)', access: 'guest', perMinute: 200, codes: [], about: '' }

const NOBODY = { kind: 'nobody', anonymousId: '' } as const

export const basketsHandlers = ({ limit }: Pick<Kernel, 'limit'>): Handlers<typeof baskets, typeof basketsSchemas> => {
  const countNew = (ctx: Context, ip: string): void => {
    if (ip) limit(NEW_BASKET, { ...ctx, actor: NOBODY }, ip)
  }
  return {
    get: (ctx, { query }) => readBasket(ctx, query),
    add: (ctx, { body, query }, { ip }) => addItem(ctx, body, query, () => countNew(ctx, ip)),
    replace: (ctx, { body }, { ip }) => replaceItems(ctx, body.items, () => countNew(ctx, ip)),
    remove: (ctx, { params }) => removeItem(ctx, params.id),
    quantity: (ctx, { params, body }) => setQuantity(ctx, params.id, body),
    suggestedTime: (ctx, { query }) => suggestTime(ctx, query),
    availableTimes: (ctx, { query }) => availableTimes(ctx, query),
    clean: (ctx, { params }) => emptyBasket(ctx, params.sessionId),
    empty: (ctx, { params }) => emptyBasket(ctx, params.sessionId),
    removeUnavailable: (ctx) => removeUnavailable(ctx),
    orderMode: (ctx) => readOrderMode(ctx),
    setOrderMode: (ctx, { body }) => setOrderMode(ctx, body.orderMode),
    suggest: (ctx, { query }) => suggestProducts(ctx, query.take)
  }
}
