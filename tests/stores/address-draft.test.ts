import { beforeEach, expect, test } from 'vitest'
import { clearAddressDraft, saveAddressDraft, readAddressDraft } from '#stores/addresses/address-draft.ts'
import { EMPTY_FIELDS, fromSuggestion } from '#stores/addresses/address-form.ts'
import { useTabStorage } from '#stores/tab-storage.ts'

const NAME = 'root:address-draft'
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  useTabStorage({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name)
  })
})

const picked = fromSuggestion({
  type: 'house',
  addressTitle: '12 Abovyan Street',
  addressValue: '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0001',
  province: 'Yerevan',
  city: 'Yerevan',
  street: '12 Abovyan Street',
  zipcode: '0001',
  latitude: 40.18,
  longitude: 44.51
})

test('an address being written survives a reload, the place it came from included, and is forgotten when saved', () => {
  expect(readAddressDraft()).toBeNull()
  saveAddressDraft({ ...picked, fields: { ...picked.fields, apartment: '7' } })
  const draft = readAddressDraft()
  expect(draft?.fields).toEqual({ ...EMPTY_FIELDS, city: 'Yerevan', street: 'Abovyan Street', house: '12', apartment: '7' })
  expect(draft?.picked).toMatchObject({ exact: true, place: { street: '12 Abovyan Street', zipcode: '0001', latitude: 40.18 } })
  clearAddressDraft()
  expect(kept.size).toBe(0)
  expect(readAddressDraft()).toBeNull()
})

test('a place marked on the map stays marked', () => {
  saveAddressDraft({ ...picked, picked: { ...picked.picked, pinned: true } })
  expect(readAddressDraft()?.picked).toMatchObject({ pinned: true })
})

test.each(['', 'nonsense', '[]', '{"version":2}', '{"version":1,"fields":{"city":1},"picked":null}'])('%s is no draft', (text) => {
  kept.set(NAME, text)
  expect(readAddressDraft()).toBeNull()
})
