import { isSavedAddress } from './addresses.ts'
import type { AddressFields, ChosenPoint } from './address-form.ts'
import { isExactly, isFlag, isNullOr, isShape, isText } from '#stores/shape.ts'
import { clearTab, readTab, writeTab } from '#stores/tab-storage.ts'

/** An address being edited: the field values, and the point they came from. */
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

const STORAGE_KEY = 'root:address-draft'

/** Returns the address that was being edited before a reload, or null. */
export const readAddressDraft = (): AddressDraft | null => {
  const saved = readTab(STORAGE_KEY)
  return isDraft(saved) ? { fields: saved.fields, picked: saved.picked } : null
}
export const saveAddressDraft = ({ fields, picked }: AddressDraft): void => writeTab(STORAGE_KEY, { version: 1, fields, picked })
export const clearAddressDraft = (): void => clearTab(STORAGE_KEY)
