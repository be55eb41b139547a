import { expect, test } from 'vitest'
import { supplierData } from '#components/seo/structured-data.ts'
import type { Menu, Supplier } from '#contract/catalogue/calls.ts'
import type { BranchInfo } from '#contract/catalogue/branches.ts'

const branch: BranchInfo = {
  ...{ branchId: 1, city: 'yerevan', address: 'Abovyan 12', lat: 40.18, lng: 44.51, phone: '+37410123456', zones: [] },
  hours: Array.from({ length: 7 }, () => ['10:00-23:00']),
  exceptions: [],
  pickup: false
}
const told = (exceptions: BranchInfo['exceptions']): Record<string, unknown> => {
  const supplier: Partial<Supplier> = { id: 1, kind: 'shop', alias: 'flowers', name: 'Flowers', branches: [{ ...branch, exceptions }] }
  return supplierData(
    { siteUrl: 'https://shuka.test', locale: 'en' },
    supplier as Supplier,
    { items: [] } as unknown as Menu,
    'Yerevan'
  ) as Record<string, unknown>
}

test('special days are told beside the week: closed ones, ones with other hours', () => {
  const special = told([
    { from: '2026-11-15', to: '2026-12-15', reason: 'close', hours: [] },
    { from: '2026-12-31', to: '2026-12-31', reason: 'holiday', hours: ['09:00-13:00', '14:00-24:00'] }
  ])['specialOpeningHoursSpecification']
  const type = 'OpeningHoursSpecification'
  expect(special).toEqual([
    { '@type': type, validFrom: '2026-11-15', validThrough: '2026-12-15', opens: '00:00', closes: '00:00' },
    { '@type': type, validFrom: '2026-12-31', validThrough: '2026-12-31', opens: '09:00', closes: '13:00' },
    { '@type': type, validFrom: '2026-12-31', validThrough: '2026-12-31', opens: '14:00', closes: '23:59' }
  ])
  expect(told([])).not.toHaveProperty('specialOpeningHoursSpecification')
})
