import * as v from 'valibot'
import { AddressSchema } from './addresses.ts'
import type { AddressFields, PickedPlace } from './address-form.ts'
import { clearTab, readTab, writeTab } from './tab-storage.ts'

/** An address that is being written: what stands in the fields, and the place they came from. */
export interface AddressDraft {
  fields: AddressFields
  picked: PickedPlace | null
}

const text = v.string()
const DraftSchema = v.object({
  version: v.literal(1),
  fields: v.object({
    city: text,
    street: text,
    house: text,
    entrance: text,
    floor: text,
    apartment: text,
    doorCode: text,
    comment: text
  }),
  picked: v.nullable(v.object({ place: AddressSchema, exact: v.boolean(), line: text }))
})

const NAME = 'root:address-draft'

/** The address somebody was writing before a reload; null when nobody was. */
export const readAddressDraft = (): AddressDraft | null => {
  const kept = v.safeParse(DraftSchema, readTab(NAME))
  return kept.success ? kept.output : null
}
export const keepAddressDraft = ({ fields, picked }: AddressDraft): void => writeTab(NAME, { version: 1, fields, picked })
export const forgetAddressDraft = (): void => clearTab(NAME)
