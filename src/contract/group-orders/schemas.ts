import * as v from 'valibot'
import {
  GROUP_ORDER_TYPE,
  MAX_DEADLINE_MINUTES,
  MAX_LIMIT,
  MIN_DEADLINE_MINUTES,
  MIN_LIMIT,
  UNLIMITED
} from '#domain/orders/group-order.ts'
import { bodyId, date, id, line, MAX_INTEGER, time, type SchemasOf } from '#contract/fields.ts'
import type * as groupOrders from './calls.ts'

const hash = v.pipe(line(40), v.minLength(1))
const participantName = v.optional(line(40))
const sessionId = v.optional(line(64))
const startAnew = v.optional(v.boolean())
const limit = v.union([v.pipe(v.number(), v.integer(), v.minValue(MIN_LIMIT), v.maxValue(MAX_LIMIT)), v.literal(UNLIMITED)])

const wantedDelivery = { addressId: v.optional(bodyId), deliveryDate: v.optional(date), deliveryTime: v.optional(time) }

export const groupOrdersSchemas = {
  create: {
    body: v.object({
      supplierId: bodyId,
      limit,
      groupOrderType: v.picklist([GROUP_ORDER_TYPE.PAID_BY_OWNER, GROUP_ORDER_TYPE.PAID_BY_ALL]),
      againOf: v.optional(bodyId),
      deadlineMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(MIN_DEADLINE_MINUTES), v.maxValue(MAX_DEADLINE_MINUTES))),
      participantName,
      startAnew,
      ...wantedDelivery
    })
  },
  info: { query: v.object({ hash: v.optional(hash), sessionId }) },
  changeDelivery: { body: v.object(wantedDelivery) },
  join: {
    query: v.object({ hash: v.optional(hash) }),
    body: v.object({ participantName, userId: bodyId, groupOrderId: bodyId, startAnew })
  },
  events: { query: v.object({ hash: v.optional(hash) }) },
  leave: { query: v.object({ sessionId }) },
  complete: {
    body: v.object({
      complete: v.optional(v.boolean()),
      agreed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-MAX_INTEGER), v.maxValue(MAX_INTEGER)))
    })
  },
  removeMember: { params: v.object({ id }) }
} satisfies SchemasOf<typeof groupOrders>
