import * as v from 'valibot'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import type * as profile from './calls.ts'
import { bodyId, id, latitude, line, bodyListNumber, longitude, paragraph, type SchemasOf } from '#contract/fields.ts'

const location = {
  street: v.pipe(line(200), v.nonEmpty()),
  city: v.pipe(line(80), v.nonEmpty()),
  latitude,
  longitude
}
const rest = {
  firstName: v.optional(line(60)),
  lastName: v.optional(line(60)),
  salutation: v.optional(line(20)),
  province: v.optional(line(80)),
  zipcode: v.optional(line(12)),
  countryId: v.optional(bodyListNumber),
  stateId: v.optional(bodyListNumber),
  phone: v.optional(line(20)),
  title: v.optional(line(200)),
  addressTitle: v.optional(line(80)),
  entrance: v.optional(line(20)),
  floor: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-5), v.maxValue(200))),
  apartment: v.optional(line(20)),
  doorCode: v.optional(line(20)),
  comment: v.optional(paragraph(300)),
  tin: v.optional(line(20)),
  defaultBillingAddress: v.optional(v.boolean()),
  defaultShippingAddress: v.optional(v.boolean()),
  isTemporary: v.optional(v.boolean())
}

const saved = { id: bodyId, version: v.optional(line(20)) }

export const profileSchemas = {
  addAddress: { body: v.object({ ...location, ...rest }) },
  replaceAddress: { body: v.object({ ...location, ...rest, ...saved }) },
  changeAddress: { body: v.object({ ...v.partial(v.object(location)).entries, ...rest, ...saved }) },
  removeAddress: { params: v.object({ id }) },
  makeDefault: { body: v.object({ addressId: bodyId }) },
  paymentMethod: { body: v.object({ paymentMethodId: v.picklist(Object.values(PAYMENT_METHOD)) }) }
} satisfies SchemasOf<typeof profile>
