import { beforeEach, expect, test } from 'vitest'
import type { Call } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { $location, NOWHERE } from '#stores/addresses/location.ts'
import { $session, restoreSession } from '#stores/auth/session.ts'
import { $pickup, followPickup, preparePickup, startPickup } from '#stores/baskets/pickup.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { useEnvironment } from '#stores/environment.ts'
import { $modals, openModal } from '#stores/modals.ts'
import { basket, entry } from '../support/basket-samples.ts'
import { createPage } from '../support/page-environment.ts'

/** Of the sample basket's supplier. */
const OWN = { supplierId: 1 }
const OTHER = { supplierId: 2 }
const HERE = { ...NOWHERE, latitude: 40.18, longitude: 44.51 }
const USER = { id: 1, firstName: 'Ani', lastName: '', email: null, phone: null, languageId: 1, isAdult: null } as const

let asked: string[] = []
let branches = 3

const call = ((endpoint: { path: string }) => {
  if (endpoint.path === baskets.get.path) return Promise.resolve(basket([entry()]))
  asked.push(endpoint.path)
  const list = Array.from({ length: branches }, (_, index) => ({
    branchId: index + 1,
    lat: 40,
    lng: 44,
    pickup: { minutesFrom: 10, minutesTo: 20 }
  }))
  if (endpoint.path === catalogue.branchesByCoordinates.path) return Promise.resolve(list)
  return Promise.resolve(endpoint.path === catalogue.supplier.path ? { name: 'Other', branches: list } : undefined)
}) as unknown as Call

useEnvironment(createPage({ call }).environment)

const [near, supplier] = [catalogue.branchesByCoordinates.path, catalogue.supplier.path]
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(async () => {
  await restoreSession()
  $session.set({ state: 'user', user: { ...USER, defaultAddressId: null, defaultPaymentMethodId: 1, isLogged: true } as never })
  $location.set(HERE)
  $modals.set([])
  await startBasket()
  await settled()
  asked = []
  branches = 3
})

test('one request finds the branches of what is in the basket, two side by side those of another supplier', async () => {
  await startPickup(OWN)
  expect(asked).toEqual([near])
  expect($pickup.get()).toMatchObject({ state: 'ready', supplierId: 1, supplier: 'Always Open', branches: [{}, {}, {}] })
  asked = []
  await startPickup(OTHER)
  expect(asked.toSorted()).toEqual([near, supplier].toSorted())
  expect($pickup.get()).toMatchObject({ state: 'ready', supplierId: 2, supplier: 'Other' })
})

test('what was prepared is not asked again by the modal that shows it', async () => {
  preparePickup(OWN)
  followPickup(OWN)
  await settled()
  expect(asked).toEqual([near])
  followPickup(OWN)()
  await settled()
})

test('where no place is known one of several branches cannot be sorted by distance, and the only one needs none', async () => {
  $location.set(NOWHERE)
  await settled()
  asked = []
  await startPickup(OWN)
  expect($pickup.get()).toEqual({ state: 'placeless', supplierId: 1 })
  branches = 1
  await startPickup(OWN)
  expect(asked).toContain(baskets.setOrderMode.path)
})

test('an answer after the modal was closed changes nothing, and one to an older question is not shown', async () => {
  branches = 1
  openModal('supplier-branches', OWN)
  followPickup(OWN)()
  await settled()
  expect(asked).not.toContain(baskets.setOrderMode.path)
  branches = 2
  const first = startPickup(OTHER)
  await startPickup(OWN)
  await first
  expect($pickup.get()).toMatchObject({ state: 'ready', supplierId: 1 })
})

test('a guest signs in first', async () => {
  $session.set({ state: 'guest' })
  openModal('supplier-branches', OWN)
  await startPickup(OWN)
  expect($modals.get()).toMatchObject([{ id: 'login', params: { redirect: '/checkout', enablePickup: true } }])
  expect(asked).toEqual([])
})
