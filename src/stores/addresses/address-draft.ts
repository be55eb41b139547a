import { isSavedAddress } from './addresses.ts'
import type { AddressFields, ChosenPoint } from './address-form.ts'
import { isExactly, isFlag, isNullOr, isShape, isText } from '#stores/shape.ts'
import { clearTab, readTab, writeTab } from '#stores/tab-storage.ts'

/** An address that is being written: what stands in the fields, and the place they came from. */
export interface AddressDraft {
  fields: AddressFields
  picked: ChosenPoint | null
}

const isDraft = isShape({
  version: isExactly(1),
  fields: isShape({
    city: isText,
    street: isText,
    house: isText,
    entrance: isText,
    floor: isText,
    apartment: isText,
    doorCode: isText,
    comment: isText
  }),
  picked: isNullOr(
    isShape({
      place: isSavedAddress,
      exact: isFlag,
      line: isText,
      pinned: (value): value is boolean | undefined => value === undefined || isFlag(value)
    })
  )
})

const NAME = 'root:address-draft'

/** The address somebody was writing before a reload; null when nobody was. */
export const readAddressDraft = (): AddressDraft | null => {
  const kept = readTab(NAME)
  return isDraft(kept) ? { fields: kept.fields, picked: kept.picked } : null
}
export const saveAddressDraft = ({ fields, picked }: AddressDraft): void => writeTab(NAME, { version: 1, fields, picked })
export const clearAddressDraft = (): void => clearTab(NAME)
