import { describe, expect, test } from 'vitest'
import { basketStep, canLeaveOut } from '#stores/baskets/next-step.ts'
import { snapshotOf } from '#stores/baskets/snapshot.ts'
import { orderStep, type Draft } from '#stores/checkout/place-order.ts'
import { basket, entry, item } from '../support/basket-samples.ts'

const low = entry({ missingToMinimum: 600 })
const far = entry({ outOfArea: true })
const other = entry({ supplier: { ...entry().supplier, id: 2, name: 'Beef Bak' } })

describe("the basket's button", () => {
  test('goes to the checkout when nothing is missing', () => expect(basketStep(basket())).toEqual({ kind: 'checkout' }))

  test('names the supplier below its minimum and the amount', () => {
    expect(basketStep(basket([other, low]))).toEqual({ kind: 'minimum', entry: low, missing: 600 })
  })

  test('mends what cannot be ordered at all first: stock, then the area, then the minimum', () => {
    const gone = entry({ items: [item({ availability: 'gone' })] })
    expect(basketStep(basket([low, far, gone])).kind).toBe('stock')
    expect(basketStep(basket([low, far]))).toEqual({ kind: 'tooFar', entry: far })
  })

  test('offers to leave out a supplier that stands in the way of others', () => {
    expect(canLeaveOut(basket([low, other]), low)).toBe(true)
    expect(canLeaveOut(basket([low, other]), other)).toBe(false)
    expect(canLeaveOut(basket([low]), low), 'alone it is the whole basket').toBe(false)
    expect(canLeaveOut(basket([far]), far)).toBe(true)
  })

  test('says the same before its scripts are loaded, with the prices of lines and fees', () => {
    const snapshot = snapshotOf(basket([low]))
    expect(snapshot.below).toEqual({ supplier: 'Always Open', missing: 600, path: '/restaurants/always-open' })
    expect(snapshot.lines.map(({ price }) => price)).toEqual([1000])
    expect(snapshot.fees).toMatchObject({ packing: 100 })
    expect(snapshotOf(basket()).below).toBeUndefined()
  })
})

describe('the order button', () => {
  const chosen = { id: 8, address: { street: 'Abovyan 12', city: 'Yerevan', latitude: 40.18, longitude: 44.51 } }
  const draft = (change: Partial<Draft> = {}): Draft => ({
    signedIn: true,
    basket: basket(),
    settling: false,
    chosen,
    when: { kind: 'now' },
    payment: null,
    comment: '',
    cutlery: false,
    ...change
  })

  test.each<[string, Partial<Draft>, boolean, string]>([
    ['orders', {}, false, 'order'],
    ['asks a guest to sign in first', { signedIn: false, chosen: null }, false, 'signIn'],
    ['asks for the address', { chosen: null }, false, 'address'],
    ['orders with the address that is being typed', { chosen: null }, true, 'order'],
    ['asks for another address out of the area', { basket: basket([far]) }, false, 'tooFar'],
    ['asks for a time', { when: null }, false, 'time'],
    ['names the minimum', { basket: basket([low]) }, false, 'minimum']
  ])('%s', (_, change, isTyping, kind) => expect(orderStep(draft(change), isTyping).kind).toBe(kind))
})
