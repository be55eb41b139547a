import * as v from 'valibot'
import { SPEEDS } from '#domain/bookings/windows.ts'
import { bodyId, bodyListNumber, date, flag, id, paragraph, time, type SchemasOf } from '#contract/fields.ts'
import type * as bookings from './calls.ts'

const amd = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000_000))

export const bookingsSchemas = {
  availableTimes: { query: v.object({ pickupDate: v.optional(date), pickupTime: v.optional(time), addressId: v.optional(id) }) },
  book: {
    body: v.strictObject({
      addressId: bodyId,
      pickupDate: date,
      pickupTime: time,
      deliveryDate: date,
      deliveryTime: time,
      speed: v.picklist(SPEEDS),
      customerComment: v.optional(paragraph(500)),
      basketVersion: bodyId,
      orderPrice: amd
    })
  },
  list: { query: v.object({ active: v.optional(flag) }) },
  details: { params: v.object({ id }) },
  agree: { params: v.object({ id }), body: v.strictObject({ orderPrice: amd, paymentId: bodyListNumber }) },
  cancel: { params: v.object({ id }) }
} satisfies SchemasOf<typeof bookings>
