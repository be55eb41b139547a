import * as v from 'valibot'
import { CHANNEL } from '#domain/notifications.ts'
import type * as alerts from './calls.ts'
import { bodyId, date, id, time, type SchemasOf } from '#contract/fields.ts'

export const alertsSchemas = {
  add: {
    body: v.object({
      productId: v.optional(bodyId),
      supplierId: v.optional(bodyId),
      date: v.optional(date),
      time: v.optional(time),
      /** The service checks which of them reach the person (463). */
      channel: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CHANNEL.NONE)))
    })
  },
  remove: { params: v.object({ id }) }
} satisfies SchemasOf<typeof alerts>
