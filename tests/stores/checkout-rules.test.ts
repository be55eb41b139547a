import { describe, expect, test } from 'vitest'
import { ORDER_MODE } from '#domain/enums.ts'
import type { Chosen } from '#stores/addresses/addresses.ts'
import { sameWhen, type When } from '#stores/checkout/choices.ts'
import { basketDifference } from '#stores/checkout/difference.ts'
import { amountDue, canTip, nearestSlot, obstaclesOf, orderOf, type Draft } from '#stores/checkout/place-order.ts'
import { whenOf, type Times } from '#stores/checkout/delivery-time.ts'
import { basket, entry, item, slot } from '../support/basket-samples.ts'

const chosen: Chosen = { id: 8, address: { street: 'Abovyan 12', city: 'Yerevan', latitude: 40.1811, longitude: 44.5136 } }
const draft = (change: Partial<Draft> = {}): Draft => ({
  signedIn: true,
  basket: basket(),
  settling: false,
  chosen,
  when: { kind: 'now' },
  payment: { id: 3, key: 'cash', icon: 'cash', paysOnline: false, isDefault: true, available: true },
  comment: '',
  cutlery: false,
  ...change
})
const times = (change: Partial<Extract<Times, { state: 'ready' }>> = {}): Times => ({
  state: 'ready',
  now: null,
  suggested: slot('10:30'),
  planned: null,
  dates: ['2026-11-21', '2026-11-22'],
  slots: { '2026-11-21': [slot('10:30'), slot('11:00'), slot('14:00')] },
  ...change
})

describe('what is sent', () => {
  test('is what was shown', () => {
    expect(orderOf(draft({ comment: '  Ring twice ', cutlery: true }))).toEqual({
      addressId: 8,
      paymentId: 3,
      deliveryNow: true,
      customerComment: 'Ring twice',
      cutlery: true,
      basketVersion: 3,
      orderPrice: 1650
    })
    const later = orderOf(draft({ when: { kind: 'slot', slot: slot('14:00') } }))
    expect(later).toMatchObject({ deliveryNow: false, deliveryDate: '2026-11-21', deliveryTime: '14:00' })
    expect(later).not.toHaveProperty('customerComment')
  })

  test('names the time of each ticket as it is shown', () => {
    const at = '2026-12-27T12:00:00+04:00'
    const tickets = [entry({ items: [item({ admissionAt: at }), item({ id: 2 })] })]
    const orderMode = { orderMode: ORDER_MODE.ADMISSION, branchId: null, supplierId: null }
    expect(orderOf(draft({ basket: basket(tickets, { orderMode }) }))).toMatchObject({
      admissionTimes: [
        { itemId: item().id, admissionAt: at },
        { itemId: 2, admissionAt: null }
      ]
    })
    expect(orderOf(draft())).not.toHaveProperty('admissionTimes')
  })

  test('names what gift cards and points pay, and no card where they pay everything', () => {
    const payment = { id: 8, key: 'card', icon: 'card', paysOnline: true, savesCards: true, isDefault: true, available: true } as const
    const card = { boundCardId: 7, bindCard: false }
    const none = { available: 0, covers: 0, left: 1_650, cards: [], chosen: null, isOn: false }
    const points = {
      available: 2_000,
      covers: 400,
      left: 1_250,
      labelledAt: [],
      earns: 0,
      tickets: 0,
      earnsDelivery: false,
      freeDelivery: null,
      isOn: true
    }
    const own = { giftCards: none, points, corporate: null, isOn: true, left: 1_250 }
    const order = orderOf(draft({ payment, card, own }))
    expect(order).toMatchObject({ paymentId: 8, boundCardId: 7, useWallet: true, walletAmount: 400 })
    expect(order).not.toHaveProperty('useGiftCard')
    expect(orderOf(draft({ payment, card, own: { ...own, points: { ...points, isOn: false }, isOn: false } }))).not.toHaveProperty(
      'useWallet'
    )
    const giftCards = { available: 1_250, covers: 1_250, left: 400, cards: [], chosen: null, isOn: true }
    const all = orderOf(draft({ payment, card, own: { giftCards, points, corporate: null, isOn: true, left: 0 } }))
    expect(all).toMatchObject({ useGiftCard: true, giftCardAmount: 1_250, useWallet: true, walletAmount: 400 })
    expect(all, 'all cards pay').not.toHaveProperty('cards')
    const some = { ...giftCards, chosen: [4, 9] }
    expect(orderOf(draft({ payment, card, own: { giftCards: some, points, corporate: null, isOn: true, left: 0 } }))).toMatchObject({
      ...{ useGiftCard: true, giftCardAmount: 1_250, cards: [4, 9] }
    })
    expect(all).not.toHaveProperty('boundCardId')
  })

  test('has the tip that is chosen, which one person pays online to whoever brings it', () => {
    const online = { id: 8, key: 'card', icon: 'card', paysOnline: true, savesCards: true, isDefault: true, available: true } as const
    expect(orderOf(draft({ payment: online, tip: 500 }))).toMatchObject({ tip: 500, orderPrice: 1650 })
    for (const tip of [0, null]) expect(orderOf(draft({ payment: online, tip }))).not.toHaveProperty('tip')
    expect(amountDue(draft({ payment: online, tip: 500 }))).toBe(2150)
    const none = { available: 0, covers: 0, left: 1_650, cards: [], chosen: null, isOn: false }
    const own = (left: number) => ({
      ...{ giftCards: none, corporate: null, isOn: true, left },
      points: {
        available: 2_000,
        covers: 1_650 - left,
        left,
        labelledAt: [],
        earns: 0,
        tickets: 0,
        earnsDelivery: false,
        freeDelivery: null,
        isOn: true
      }
    })
    expect(amountDue(draft({ own: own(400), tip: 500 }))).toBe(900)
    const { orderMode } = basket()
    const pickup = basket(undefined, { orderMode: { ...orderMode, orderMode: ORDER_MODE.PICK_UP } })
    const cases: [Partial<Draft>, boolean][] = [
      [{ payment: online }, true],
      [{ payment: online, own: own(400) }, true],
      [{ payment: online, own: own(0) }, false],
      [{ payment: online, basket: basket(undefined, { orderPrice: 0 }) }, false],
      [{ payment: online, basket: pickup }, false],
      [{ payment: online, basket: basket(undefined, { ownShare: 800 }) }, false],
      [{ payment: { ...online, invoiced: true } }, false],
      [{ payment: null }, false],
      [{}, false]
    ]
    for (const [change, isPossible] of cases) expect(canTip(draft(change)), JSON.stringify(change)).toBe(isPossible)
  })

  test.each<[string, Partial<Draft>]>([
    ['the basket still changes', { settling: true }],
    ['there is no address', { chosen: null }],
    ["the address is still a guest's", { chosen: { ...chosen, id: null } }],
    ['there is no time', { when: null }],
    ['there is no way to pay', { payment: null }]
  ])('is nothing while %s', (_, change) => expect(orderOf(draft(change))).toBeNull())
})

describe('what stands against an order', () => {
  test('is nothing, usually', () => expect(obstaclesOf(draft())).toEqual([]))

  test('comes in the order of the page', () => {
    const supplier = entry().supplier
    const entries = [entry({ outOfArea: true, missingToMinimum: 1000, items: [item({ availability: 'gone' })] })]
    expect(obstaclesOf(draft({ signedIn: false, when: null, basket: basket(entries, { isOverloaded: true }) }))).toEqual([
      { kind: 'signIn' },
      { kind: 'tooFar', supplier: 'Always Open' },
      { kind: 'time' },
      { kind: 'stock' },
      { kind: 'minimum', supplier, missing: 1000 },
      { kind: 'overloaded' }
    ])
  })

  test('is what another member of the group order chose and has sold out, which is not among the own lines', () => {
    const members = (change: Parameters<typeof item>[0]) => [
      { userId: 1, sessionId: 's', entries: [entry()] },
      { userId: 2, sessionId: 'member-2', name: 'Davit', entries: [entry({ items: [item({ id: 2, ...change })] })] }
    ]
    const group = (change: Parameters<typeof item>[0]) =>
      basket([], { type: 'initiator', basketList: { type: 'initiator', sessionBaskets: members(change) } })
    expect(obstaclesOf(draft({ basket: group({ availability: 'below' }) }))).toEqual([{ kind: 'membersStock' }])
    expect(obstaclesOf(draft({ basket: group({}) }))).toEqual([])
  })

  test('without an address nobody is too far away', () => {
    expect(obstaclesOf(draft({ chosen: null, basket: basket([entry({ outOfArea: true })]) }))).toEqual([{ kind: 'address' }])
  })
})

describe('the difference', () => {
  test('of a basket that did not change is empty', () => expect(basketDifference(basket(), basket())).toEqual([]))

  test('names lines first and the total last', () => {
    const before = basket([
      entry({ items: [item(), item({ id: 2, name: 'Gata' }), item({ id: 3, name: 'Water' }), item({ id: 4, name: 'Milk' })] })
    ])
    const now = [
      item({ price: 1200, totalPrice: 1200 }),
      item({ id: 2, name: 'Gata', quantity: 3, stock: 2, availability: 'below' }),
      item({ id: 3, name: 'Water', availability: 'gone' }),
      item({ id: 5, name: 'Coffee', totalPrice: 700 })
    ]
    const after = basket([entry({ items: now })], {
      deliveryPrice: { total: 700, isEstimate: false },
      totalServiceFee: 190,
      orderPrice: 2890
    })
    expect(
      basketDifference(before, after).map((change) => [
        change.kind,
        'name' in change ? change.name : 'item' in change ? change.item.name : ''
      ])
    ).toEqual([
      ['price', 'Tolma'],
      ['less', 'Gata'],
      ['gone', 'Water'],
      ['added', 'Coffee'],
      ['removed', 'Milk'],
      ['delivery', ''],
      ['fee', ''],
      ['total', '']
    ])
  })

  test('says another time of a ticket', () => {
    const ticket = (admissionAt?: string) => basket([entry({ items: [item(admissionAt === undefined ? {} : { admissionAt })] })])
    const [sooner, later] = ['2026-12-27T12:00:00+04:00', '2026-12-28T12:00:00+04:00']
    expect(basketDifference(ticket(sooner), ticket(sooner))).toEqual([])
    expect(basketDifference(ticket(sooner), ticket(later))).toMatchObject([{ kind: 'admission', before: sooner, after: later }])
    expect(basketDifference(ticket(), ticket(later))).toMatchObject([{ kind: 'admission', before: null, after: later }])
    expect(basketDifference(ticket(sooner), ticket())).toMatchObject([{ kind: 'admission', before: sooner, after: null }])
  })

  test('says a changed quantity', () => {
    const after = basket([entry({ items: [item({ quantity: 2, totalPrice: 2000 })] })], { orderPrice: 2650 })
    expect(basketDifference(basket(), after)).toMatchObject([
      { kind: 'quantity', before: 1 },
      { kind: 'total', before: 1650, after: 2650 }
    ])
  })
})

describe('when', () => {
  const at = (time: string, date?: string): When => ({ kind: 'slot', slot: slot(time, date) })

  test.each<[string, Times, When | null, When | null]>([
    ['nothing is known yet', { state: 'loading' }, at('10:30'), null],
    ['open: now is the best guess', times({ now: { from: 35, to: 45 } }), null, { kind: 'now' }],
    ['a group order is planned for a slot', times({ now: { from: 35, to: 45 }, planned: slot('11:00') }), null, at('11:00')],
    ['a group order is planned for a slot, and another was chosen', times({ planned: slot('11:00') }), at('14:00'), at('14:00')],
    ['closed: the first slot is', times(), null, at('10:30')],
    ['now was chosen and it closed', times(), { kind: 'now' }, at('10:30')],
    ['a slot was chosen', times({ now: { from: 35, to: 45 } }), at('14:00'), at('14:00')],
    ['the chosen slot has gone', times(), at('12:00'), at('10:30')],
    ['the chosen slot has gone, and it is open: later stays later', times({ now: { from: 35, to: 45 } }), at('12:00'), at('10:30')],
    ['a day not asked for yet is believed', times(), at('12:00', '2026-11-22'), at('12:00', '2026-11-22')],
    ['a day that is not offered is not', times(), at('12:00', '2026-11-29'), at('10:30')],
    ['nothing at all', times({ suggested: null, dates: [], slots: {} }), null, null]
  ])('%s', (_, known, wanted, expected) => expect(whenOf(known, wanted)).toEqual(expected))

  test.each([
    ['later that day', slot('11:30'), '14:00'],
    ['earlier that day when nothing is later', slot('23:00'), '14:00'],
    ['the first there is on another day', slot('12:00', '2026-11-29'), '10:30'],
    ['the first there is instead of now', null, '10:30']
  ])('the nearest to one that is gone: %s', (_, gone, time) => expect(nearestSlot(times(), gone)?.time).toBe(time))

  test('two choices are compared by what they mean', () => {
    expect(sameWhen({ kind: 'now' }, { kind: 'now' })).toBe(true)
    expect(sameWhen(at('10:30'), at('10:30'))).toBe(true)
    expect(sameWhen(at('10:30'), at('11:00'))).toBe(false)
    expect(sameWhen({ kind: 'now' }, at('11:00'))).toBe(false)
  })
})
