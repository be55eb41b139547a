import * as v from 'valibot'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { MAX_DEADLINE_MINUTES } from '#domain/orders/group-order.ts'
import type * as baskets from './calls.ts'
import { bodyId, date, flag, id, latitude, line, listNumber, longitude, take, type SchemasOf } from '#contract/fields.ts'

const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY))
const selectedOptions = v.optional(v.pipe(v.array(bodyId), v.maxLength(60)))
const sessionId = line(64)

const location = { addressId: v.optional(id), lat: v.optional(latitude), lng: v.optional(longitude) }

const NewBasketItemSchema = v.object({
  productId: bodyId,
  quantity,
  selectedOptions,
  startAnew: v.optional(v.boolean())
})

export const basketsSchemas = {
  get: {
    query: v.object({
      sessionId: v.optional(sessionId),
      paymentId: v.optional(listNumber),
      useBonusPoints: v.optional(flag),
      useGiftCard: v.optional(flag),
      cards: v.optional(v.pipe(v.array(id), v.maxLength(50))),
      walletType: v.optional(listNumber),
      ...location
    })
  },
  add: { query: v.object(location), body: NewBasketItemSchema },
  reorder: { params: v.object({ id }), query: v.object(location), body: v.object({ startAnew: v.boolean() }) },
  replace: { body: v.object({ items: v.pipe(v.array(NewBasketItemSchema), v.maxLength(100)) }) },
  enterVoucher: { body: v.object({ promoCode: v.pipe(line(40), v.minLength(1)) }) },
  remove: { params: v.object({ id }), query: v.object({ type: v.optional(line(20)), sessionId: v.optional(sessionId), ...location }) },
  quantity: {
    params: v.object({ id }),
    query: v.object(location),
    body: v.object({ quantity, sessionId: v.optional(sessionId), selectedOptions })
  },
  suggestedTime: { params: v.object({ sessionId }), query: v.object({ date: v.optional(date), addressId: v.optional(id) }) },
  availableTimes: {
    query: v.object({
      date: v.optional(date),
      addressId: v.optional(id),
      supplierId: v.optional(id),
      inMinutes: v.optional(v.pipe(listNumber, v.maxValue(MAX_DEADLINE_MINUTES)))
    })
  },
  clean: { params: v.object({ sessionId }) },
  empty: { params: v.object({ sessionId }) },
  setOrderMode: {
    body: v.object({
      orderMode: v.picklist([1, 2, 3, 6]),
      branchId: v.optional(v.nullable(bodyId)),
      supplierId: v.optional(v.nullable(bodyId)),
      agreed: v.optional(v.boolean())
    })
  },
  suggest: { query: v.object({ take: take(8, 24) }) }
} satisfies SchemasOf<typeof baskets>
