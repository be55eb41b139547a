import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUSTOMER_GROUPS, PAYMENT_METHOD, SUPPLIER_KINDS } from '#domain/enums.ts'
import { winnersOf } from '#domain/rewards/lottery.ts'
import {
  expiryOf,
  freeDeliveriesOf,
  lastDayOf,
  rewardsOf,
  runsOn,
  ticketsOf,
  type PaidMoney,
  type RewardedOrder
} from '#domain/rewards/rewards.ts'
import { REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'

const rule = (change: Partial<RewardRule> = {}): RewardRule => ({
  ...{ id: 1, key: 'rule', title: { hy: '', en: '', ru: '' }, type: REWARD_TYPE.RATE, rate: 1_000, points: null },
  ...{ tickets: null, winners: null, prize: null },
  ...{ startsOn: '2026-11-01', endsOn: '2026-11-30', minimum: 0, cap: null, suppliers: [], kinds: [], methods: [] },
  ...{ labelled: false, vip: false, groups: [], liveDays: 30, liveUntil: null },
  ...change
})
const line = (price: number, change: Partial<RewardedOrder['lines'][number]> = {}) => ({
  ...{ alias: 'a', kind: 'restaurant' as const, labelled: false, price },
  ...change
})
const paid = (amount: number, change: Partial<PaidMoney> = {}): PaidMoney => ({
  ...{ payerId: 1, methodId: PAYMENT_METHOD.ARCA, amount, vip: false, group: null },
  ...change
})
const order = (change: Partial<RewardedOrder> = {}): RewardedOrder => ({
  ...{ lines: [line(100_000)], total: 150_000, money: [paid(150_000)] },
  ...change
})
const pointsOf = (rules: RewardRule[], of: RewardedOrder) => rewardsOf(rules, of).map(({ rule: { id }, points }) => [id, points / 100])

describe('an order earns', () => {
  test('whole points of what was paid for the goods, at most the cap, from the minimum on', () => {
    expect(rewardsOf([rule()], order())).toMatchObject([{ counted: 100_000, points: 10_000 }])
    expect(pointsOf([rule()], order({ lines: [line(99_999)] }))).toEqual([[1, 99]])
    expect(pointsOf([rule({ cap: 3_000 })], order())).toEqual([[1, 30]])
    expect(pointsOf([rule({ minimum: 100_100 })], order())).toEqual([])
    expect(pointsOf([rule({ minimum: 100_000 })], order())).toEqual([[1, 100]])
    expect(pointsOf([rule({ rate: 1 })], order({ lines: [line(900)] }))).toEqual([])
  })

  test('by money, not by points, and only by the methods of the rule', () => {
    const half = paid(75_000)
    expect(pointsOf([rule()], order({ money: [half] }))).toEqual([[1, 50]])
    expect(pointsOf([rule()], order({ money: [] }))).toEqual([])
    expect(pointsOf([rule({ methods: [PAYMENT_METHOD.CASH] })], order())).toEqual([])
    expect(pointsOf([rule()], order({ money: [half, half, half] }))).toEqual([[1, 100]])
  })

  test('by what customers of the class and the groups of the rule paid', () => {
    const money = [paid(50_000), paid(50_000, { payerId: 2, vip: true }), paid(50_000, { payerId: 3, group: 'EK' })]
    const payersOf = (change: Partial<RewardRule>) =>
      rewardsOf([rule(change)], order({ money })).flatMap(({ byPayer }) =>
        [...byPayer].map(([payerId, { points }]) => [payerId, points / 100])
      )
    expect(payersOf({ vip: true })).toEqual([[2, 33]])
    expect(payersOf({ groups: ['H', 'EK'] })).toEqual([[3, 33]])
    expect(payersOf({ vip: true, groups: ['EK'] })).toEqual([])
    expect(payersOf({}).map(([payerId]) => payerId)).toEqual([1, 2, 3])
  })

  test('for goods of the suppliers, kinds and label that the rule names', () => {
    const lines = [line(100_000), line(50_000, { alias: 'b', kind: 'shop', labelled: true })]
    expect(pointsOf([rule({ suppliers: ['b'] })], order({ lines }))).toEqual([[1, 50]])
    expect(pointsOf([rule({ kinds: ['restaurant'] })], order({ lines }))).toEqual([[1, 100]])
    expect(pointsOf([rule({ labelled: true })], order({ lines }))).toEqual([[1, 50]])
    expect(pointsOf([rule({ suppliers: ['c'] })], order({ lines }))).toEqual([])
  })

  test('the better of fixed and rate rules, the first of equal ones, and all global ones beside it', () => {
    const fixed = rule({ id: 2, type: REWARD_TYPE.FIXED, rate: null, points: 12_000 })
    const global = rule({ id: 3, type: REWARD_TYPE.GLOBAL, rate: 100 })
    const bonus = rule({ id: 4, type: REWARD_TYPE.GLOBAL, rate: null, points: 700 })
    expect(pointsOf([rule(), fixed, global, bonus], order())).toEqual([
      [2, 120],
      [3, 10],
      [4, 7]
    ])
    expect(pointsOf([rule({ id: 5 }), rule({ id: 6 })], order())).toEqual([[5, 100]])
  })

  test('for whoever paid, to the point', () => {
    const money = [1, 2, 3].map((payerId) => paid(50_000, { payerId }))
    const [reward] = rewardsOf([rule({ rate: 1_001 })], order({ money, lines: [line(99_000)] }))
    expect(reward?.points).toBe(9_900)
    expect([...(reward?.byPayer ?? [])].map(([payerId, { points }]) => [payerId, points])).toEqual([
      [1, 3_300],
      [2, 3_300],
      [3, 3_300]
    ])
  })
})

describe('an order brings tickets', () => {
  const lottery = (change: Partial<RewardRule> = {}) =>
    rule({ type: REWARD_TYPE.LOTTERY, rate: null, liveDays: null, tickets: 1, winners: 3, prize: 500_000, ...change })
  const ticketsFor = (rules: RewardRule[], of: RewardedOrder) => ticketsOf(rules, of).map(({ rule: { id }, byPayer }) => [id, [...byPayer]])

  test('of each lottery, from the minimum on, for money that it counts; points come by other rules only', () => {
    expect(ticketsFor([lottery(), lottery({ id: 2, tickets: 4 }), rule({ id: 3 })], order())).toEqual([
      [1, [[1, 1]]],
      [2, [[1, 4]]]
    ])
    expect(pointsOf([lottery(), rule({ id: 3 })], order())).toEqual([[3, 100]])
    expect(ticketsFor([lottery({ minimum: 100_000 })], order())).toHaveLength(1)
    expect(ticketsFor([lottery({ minimum: 100_001 })], order())).toEqual([])
    expect(ticketsFor([lottery({ methods: [PAYMENT_METHOD.CASH] })], order())).toEqual([])
    expect(ticketsFor([lottery()], order({ money: [] }))).toEqual([])
    expect(ticketsFor([lottery({ suppliers: ['b'] })], order())).toEqual([])
    expect(ticketsFor([lottery({ vip: true })], order())).toEqual([])
  })

  test('shared by those who paid, as they shared the price; the greatest share first', () => {
    const money = [paid(30_000), paid(90_000, { payerId: 2 }), paid(30_000, { payerId: 3 })]
    expect(ticketsFor([lottery()], order({ money }))).toEqual([[1, [[2, 1]]]])
    expect(ticketsFor([lottery({ tickets: 5 })], order({ money }))).toEqual([
      [
        1,
        [
          [1, 1],
          [2, 3],
          [3, 1]
        ]
      ]
    ])
  })
})

test('the lowest lots win, one a person, and no more than there are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          id: fc.nat(500),
          userId: fc.nat(20),
          lot: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 2 })
        }),
        {
          selector: ({ id }) => id,
          maxLength: 60
        }
      ),
      fc.integer({ min: 1, max: 25 }),
      (tickets, winners) => {
        const won = winnersOf(tickets, winners)
        const people = new Set(tickets.map(({ userId }) => userId))
        expect(won).toHaveLength(Math.min(winners, people.size))
        expect(new Set(won.map(({ userId }) => userId)).size).toBe(won.length)
        // Nobody who did not win has a lower lot than the last winner, and everybody won with the lowest of their own.
        const last = won.at(-1)?.lot ?? ''
        for (const ticket of tickets) {
          const own = won.find(({ userId }) => userId === ticket.userId)
          expect(ticket.lot >= (own?.lot ?? last)).toBe(true)
        }
      }
    )
  )
})

test('rules run from the first day to the last, and points live to the end of a day or for so many days', () => {
  expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => runsOn(rule(), day))).toEqual([false, true, true, false])
  const noon = Date.UTC(2026, 10, 20, 9)
  expect(new Date(expiryOf(rule(), noon)).toISOString()).toBe('2026-12-20T09:00:00.000Z')
  expect(new Date(expiryOf(rule({ liveDays: null, liveUntil: '2026-12-31' }), noon)).toISOString()).toBe('2026-12-31T20:00:00.000Z')
})

/** The same arithmetic with fractions, line by line and point by point. */
const slowly = (one: RewardRule, { lines, total, money }: RewardedOrder): { points: number; shares: number[] } => {
  let goods = 0n
  for (const { alias, kind, labelled, price } of lines) {
    if (one.suppliers.length > 0 && !one.suppliers.includes(alias)) continue
    if (one.kinds.length > 0 && !one.kinds.includes(kind)) continue
    if (one.labelled && !labelled) continue
    goods += BigInt(price)
  }
  const counts = ({ methodId, vip, group }: PaidMoney): boolean => {
    if (one.methods.length > 0 && !one.methods.includes(methodId)) return false
    if (one.vip && !vip) return false
    return one.groups.length === 0 || one.groups.some((name) => name === group)
  }
  const payers = [...new Set(money.filter(counts).map(({ payerId }) => payerId))]
  const sums = payers.map((payer) =>
    money.filter((each) => each.payerId === payer && counts(each)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  )
  const all = sums.reduce((sum, amount) => sum + amount, 0n)
  if (goods === 0n || goods < BigInt(one.minimum) || total === 0) return { points: 0, shares: [] }
  const part = all > BigInt(total) ? BigInt(total) : all
  const counted = (goods * part) / BigInt(total)
  let points = 0
  if (one.rate === null) points = counted > 0n ? Number(one.points) / 100 : 0
  else while (BigInt(points + 1) * 1_000_000n <= counted * BigInt(one.rate)) points += 1
  if (one.cap !== null) points = Math.min(points, one.cap / 100)
  // One point at a time to whoever is furthest below the exact share.
  const shares = payers.map(() => 0)
  for (let given = 0; given < (all > 0n ? points : 0); given += 1) {
    const behind = payers.map((_, index) => BigInt(points) * (sums[index] ?? 0n) - BigInt(shares[index] ?? 0) * all)
    const most = behind.reduce((best, value, index) => (value > (behind[best] ?? 0n) ? index : best), 0)
    shares[most] = (shares[most] ?? 0) + 1
  }
  return { points, shares }
}

test('random orders earn what the slow arithmetic says', () => {
  const amount = fc.integer({ min: 0, max: 40_000 })
  const methodId = fc.constantFrom(PAYMENT_METHOD.CASH, PAYMENT_METHOD.ARCA)
  const anyRule = fc.record({
    rate: fc.integer({ min: 1, max: 3_000 }),
    fixed: fc.boolean(),
    points: fc.integer({ min: 1, max: 40 }),
    minimum: amount,
    cap: fc.option(fc.integer({ min: 1, max: 50 })),
    kinds: fc.subarray([...SUPPLIER_KINDS].slice(0, 2)),
    suppliers: fc.subarray(['a', 'b']),
    methods: fc.subarray([PAYMENT_METHOD.CASH, PAYMENT_METHOD.ARCA]),
    labelled: fc.boolean(),
    vip: fc.boolean(),
    groups: fc.subarray([...CUSTOMER_GROUPS].slice(0, 2))
  })
  const anyLine = fc.record({
    alias: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom(...SUPPLIER_KINDS.slice(0, 3)),
    labelled: fc.boolean(),
    price: amount
  })
  const anyMoney = fc
    .record({ payerId: fc.integer({ min: 1, max: 4 }), methodId, amount })
    // The same person is always the same.
    .map((each) => ({ ...each, vip: each.payerId % 2 === 0, group: CUSTOMER_GROUPS[each.payerId - 1] ?? null }))
  fc.assert(
    fc.property(
      anyRule,
      fc.array(anyLine, { maxLength: 5 }),
      fc.array(anyMoney, { maxLength: 5 }),
      amount,
      (drawn, lines, money, delivery) => {
        const { rate, fixed, points, cap, ...rest } = drawn
        const one = rule({
          ...rest,
          ...(fixed ? { type: REWARD_TYPE.FIXED, rate: null, points: points * 100 } : { rate }),
          cap: cap === null ? null : cap * 100
        })
        const of = { lines, money, total: lines.reduce((sum, { price }) => sum + price, delivery) }
        const [reward] = rewardsOf([one], of)
        const expected = slowly(one, of)
        expect((reward?.points ?? 0) / 100).toBe(expected.points)
        const shares = [...(reward?.byPayer.values() ?? [])].map((share) => share.points / 100)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(expected.points)
        expect(shares.toSorted((a, b) => a - b)).toEqual(expected.shares.filter((share) => share > 0).toSorted((a, b) => a - b))
      }
    ),
    { numRuns: 2_000 }
  )
})

describe('a free delivery', () => {
  const delivery = (change: Partial<RewardRule> = {}) => rule({ type: REWARD_TYPE.FREE_DELIVERY, rate: null, ...change })
  const givenBy = (rules: RewardRule[], of: RewardedOrder) => freeDeliveriesOf(rules, of).map(({ rule: { id }, payerId }) => [id, payerId])

  test('is one a rule, from the minimum on, for money that it counts; it gives no points', () => {
    expect(givenBy([delivery(), rule({ id: 2 }), delivery({ id: 3 })], order())).toEqual([
      [1, 1],
      [3, 1]
    ])
    expect(pointsOf([delivery(), rule({ id: 2 })], order())).toEqual([[2, 100]])
    expect(givenBy([delivery({ minimum: 100_000 })], order())).toHaveLength(1)
    expect(givenBy([delivery({ minimum: 100_001 })], order())).toEqual([])
    expect(givenBy([delivery({ methods: [PAYMENT_METHOD.CASH] })], order())).toEqual([])
    expect(givenBy([delivery()], order({ money: [] }))).toEqual([])
    expect(givenBy([delivery({ suppliers: ['b'] })], order())).toEqual([])
  })

  test('goes to whoever paid most, of equals to the first', () => {
    const money = [paid(30_000), paid(60_000, { payerId: 2 }), paid(60_000, { payerId: 3 })]
    expect(givenBy([delivery()], order({ money }))).toEqual([[1, 2]])
    expect(givenBy([delivery({ vip: true })], order({ money: [...money, paid(1_000, { payerId: 4, vip: true })] }))).toEqual([[1, 4]])
  })

  test('can be used until the last day that its rule says, or so many days later', () => {
    const noon = Date.parse('2026-11-20T12:00:00+04:00')
    expect(lastDayOf(delivery(), noon)).toBe('2026-12-20')
    expect(lastDayOf(delivery({ liveDays: 1 }), Date.parse('2026-12-31T23:59:00+04:00'))).toBe('2027-01-01')
    expect(lastDayOf(delivery({ liveDays: null, liveUntil: '2027-01-06' }), noon)).toBe('2027-01-06')
  })
})
