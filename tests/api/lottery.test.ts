import { hash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { REWARD_TYPE } from '#domain/rewards/rule.ts'
import { schema } from '#server/db/schema.ts'
import { operateRewards } from '#server/services/lottery/operate-rewards.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { cardsOf } from '#tests/support/gift-cards.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { bonusOf, deliver, historyOf, pointsOf, setRules, walletOf } from '#tests/support/rewards.ts'
import { openShares } from '#tests/support/shares.ts'
import { add, atWork, buy, buyer, orderOf, place } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const DAY = 86_400_000
const AFTER = NOON + 60 * DAY
let count = 0

/** A lottery that runs until 31/12/2026 with one ticket an order and two prizes of 5,000 ֏; returns its key. */
const lottery = async (change: Parameters<typeof setRules>[1] = {}, ...beside: Parameters<typeof setRules>[1][]): Promise<string> => {
  count += 1
  const key = `draw-${count}`
  const terms = { type: REWARD_TYPE.LOTTERY, rate: null, liveDays: null, tickets: 1, winners: 2, prize: 500_000 }
  const title = { hy: 'Խաղարկություն', en: 'The draw', ru: 'Розыгрыш' }
  await setRules(api, { key, title, ...terms, ...change }, ...beside)
  return key
}
const ticketsOf = (client: Client) => client.call(wallet.tickets)
const statesOf = async (client: Client) => (await ticketsOf(client)).flatMap(({ tickets }) => tickets.map(({ state }) => state))
const staff = (...words: string[]): Promise<string[]> => operateRewards(atWork(api), words)
/** Something that staff do two months later; sessions end until then, so nobody else is there. */
const later = async <T>(act: () => Promise<T>): Promise<T> => {
  api.clock.set(AFTER)
  return act().finally(() => api.clock.set(NOON))
}
const drawNow = (key: string, ...words: string[]): Promise<string[]> => staff('draw', key, 'anahit', ...words)
const draw = (key: string, ...words: string[]): Promise<string[]> => later(() => drawNow(key, ...words))
/** A person with a delivered order, and so a ticket. */
const withTicket = async (quantity = 1) => {
  const bought = await buy(api, plain, {}, quantity)
  await deliver(api, bought.placed.orderNumber)
  return bought
}
const refund = (...words: string[]) => operateOrders(atWork(api), ['refund', ...words])

describe('tickets', () => {
  test('come when the order is delivered, beside points; the order, the rewards and the wallet say so', async () => {
    const key = await lottery({ tickets: 3, minimum: 200_000 }, {})
    const { client, addressId } = await buyer(api, plain)
    expect(await pointsOf(client, addressId)).toMatchObject({ earns: 100, tickets: 0 })
    await add(client, plain)
    expect(await pointsOf(client, addressId)).toMatchObject({ earns: 200, tickets: 3 })
    const placed = await place(client, await orderOf(client, addressId))
    const { orderNumber } = placed
    expect(await client.call(orders.details, { query: { orderNumber } })).toMatchObject({ points: 200, tickets: 3 })
    expect(await bonusOf(client, placed.orderId)).toMatchObject({
      ...{ state: 'expected', points: 200 },
      tickets: [{ title: 'The draw', tickets: 3, withdrawn: 0 }]
    })
    expect(await ticketsOf(client)).toEqual([])
    expect(await walletOf(client)).toMatchObject({ tickets: 0 })
    await deliver(api, placed.orderNumber)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({
      ...{ state: 'pending', points: 200 },
      tickets: [{ tickets: 3, withdrawn: 0 }]
    })
    const [own] = await ticketsOf(client)
    expect(own).toMatchObject({ key, title: 'The draw', winners: 2, prize: 5_000, to: '2026-12-31', drawnAt: null })
    expect(own?.tickets).toMatchObject(
      [0, 1, 2].map(() => ({
        ...{ state: 'waiting', at: '2026-11-20T13:00:00+04:00' },
        order: { id: placed.orderId, orderNumber: placed.orderNumber }
      }))
    )
    const numbers = own?.tickets.map(({ number }) => number) ?? []
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number).toMatch(/^\d{6}$/)
    expect(await walletOf(client)).toMatchObject({ tickets: 3, balance: 200 })
    expect(await client.call(wallet.rewards)).toMatchObject([
      { key, isRunning: true, rate: null, points: null, liveDays: null, draw: { tickets: 3, winners: 2, prize: 5_000, own: 3 } },
      { earned: 200, rate: 10, draw: null }
    ])
    const nobody = await api.person()
    expect(await ticketsOf(nobody)).toEqual([])
    expect((await nobody.call(wallet.rewards))[0]).toMatchObject({ draw: { own: 0 } })
  })

  test('alone make an order bring no points', async () => {
    await lottery()
    const { client, placed } = await buy(api, plain)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ state: 'none', points: 0, rules: [], tickets: [{ tickets: 1 }] })
    await deliver(api, placed.orderNumber)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ state: 'none', points: 0, rules: [], tickets: [{ tickets: 1 }] })
    expect(await historyOf(client)).toEqual([])
  })

  test('need the minimum of goods, and are shared by payers as they shared the price', async () => {
    await lottery({ tickets: 9 })
    const shares = await openShares(api)
    const { owner, davit, mariam, number, placed } = await shares.collecting()
    for (const client of [owner, davit, mariam]) await shares.payShare(client, number)
    await deliver(api, number)
    const own = await Promise.all([owner, davit, mariam].map(async (client) => (await statesOf(client)).length))
    expect(own.reduce((sum, tickets) => sum + tickets, 0)).toBe(9)
    expect(own).toEqual([2, 4, 3])
    expect(await bonusOf(owner, placed.orderId)).toMatchObject({ tickets: [{ tickets: 2 }] })
    await lottery({ minimum: 100_001 })
    const { client } = await withTicket()
    expect(await ticketsOf(client)).toEqual([])
  })

  test('are withdrawn when refunds take the order below the minimum, and only then', async () => {
    await lottery({ minimum: 150_000 })
    const { client, addressId } = await buyer(api, plain)
    await add(client, ten, 2)
    const placed = await place(client, await orderOf(client, addressId))
    await deliver(api, placed.orderNumber)
    await refund(placed.orderNumber, '2', '1')
    expect(await statesOf(client)).toEqual(['waiting'])
    await refund(placed.orderNumber, '2', '1')
    expect(await statesOf(client)).toEqual(['withdrawn'])
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ tickets: [{ tickets: 0, withdrawn: 1 }] })
    expect((await client.call(wallet.rewards))[0]).toMatchObject({ draw: { own: 0 } })
    await refund(placed.orderNumber)
    expect(await statesOf(client)).toEqual(['withdrawn'])
    expect(await walletOf(client)).toMatchObject({ tickets: 1 })
  })
})

describe('a draw', () => {
  test('gives each winner a gift card to spend at once, tells them, and anybody can count it again', async () => {
    const key = await lottery()
    const people = await Promise.all([1, 2, 3, 4].map(() => withTicket()))
    const [first = '', ...lines] = await draw(key)
    const seed = /^draw-\d+: 2 of 4 tickets won 5\s000\s֏ each; seed ([0-9a-f]{32})$/.exec(first)?.[1] ?? ''
    expect(seed).not.toBe('')
    const numbers = (await Promise.all(people.map(async ({ client }) => (await ticketsOf(client))[0]?.tickets[0]?.number ?? ''))).toSorted(
      (a, b) => (hash('sha256', `${seed}:${a}`) < hash('sha256', `${seed}:${b}`) ? -1 : 1)
    )
    expect(lines.map((line) => /^ticket (\d{6}) {2}user \d+ {2}gift card \d+$/.exec(line)?.[1])).toEqual(numbers.slice(0, 2))
    const outcomes = await Promise.all(
      people.map(async ({ client }) => {
        const [own] = await ticketsOf(client)
        expect(own?.drawnAt).toBe('2027-01-19T13:00:00+04:00')
        const cards = await cardsOf(client)
        const notices = (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'prize')
        return { own, cards, notices }
      })
    )
    const won = outcomes.filter(({ own }) => own?.tickets[0]?.state === 'won')
    expect(won).toHaveLength(2)
    for (const { own, cards, notices } of won) {
      expect(cards).toMatchObject([{ balance: 5_000, value: 5_000 }])
      expect(notices).toMatchObject([{ path: '/account/gift-cards', text: 'It’s in your account already.' }])
      expect(notices[0]?.title).toMatch(new RegExp(`^Your ticket ${own?.tickets[0]?.number ?? ''} won a gift card for 5\\s000\\s֏$`))
    }
    const lost = outcomes.filter(({ own }) => own?.tickets[0]?.state === 'lost')
    expect(lost).toHaveLength(2)
    for (const { cards, notices } of lost) expect([cards, notices]).toEqual([[], []])
    const [card] = await api.engine.db.select().from(schema.giftCards).orderBy(asc(schema.giftCards.id))
    expect(await transfersOf(api.engine, `^gift-card:${card?.id ?? 0}:issued`)).toEqual([
      [`gift-card:${card?.id ?? 0}:issued`, { 'cost:goodwill': -5_000, [`liability:gift-card:${card?.id ?? 0}`]: 5_000 }]
    ])
    const listed = await staff('list')
    expect(listed.find((line) => line.startsWith(`${key}\t`))).toMatch(/2 × 5\s000\s֏\t4 tickets\tdrawn on 2027-01-19 by anahit, seed /)
    expect(listed.filter((line) => lines.includes(line.trim()))).toHaveLength(2)
  })

  test('gives one person one prize, and no more prizes than there are people', async () => {
    const key = await lottery({ tickets: 20, winners: 5 })
    const people = [await withTicket(), await withTicket()]
    expect((await draw(key))[0]).toContain('2 of 40 tickets won')
    for (const { client } of people) expect(await cardsOf(client)).toHaveLength(1)
  })

  test('is refused with the cure, while it runs, without tickets, twice, and while orders are under way', async () => {
    const key = await lottery()
    await expect(staff('draw')).rejects.toThrow('KEY is missing')
    await expect(staff('draw', key, 'No Name')).rejects.toThrow('NAME is who draws')
    await expect(staff('draw', key, 'anahit', 'now')).rejects.toThrow('after NAME comes "final" or nothing, not "now"')
    await expect(staff('draw', key, 'anahit', 'final', 'more')).rejects.toThrow('"more" is too much')
    await expect(staff('sell')).rejects.toThrow('there is no verb "sell"; there are: list, draw')
    await expect(staff('draw', 'nothing', 'anahit')).rejects.toThrow('there is no lottery "nothing"; "list" shows those that there are')
    await expect(staff('draw', key, 'anahit')).rejects.toThrow(`"${key}" runs until 2026-12-31; draw it after that day`)
    await expect(draw(key)).rejects.toThrow('nobody has a ticket')
    expect((await later(() => staff('list'))).find((line) => line.startsWith(`${key}\t`))).toMatch(/\t0 tickets\tover, nothing to draw$/)
    const { client: early } = await withTicket()
    const { client: late, placed } = await buy(api, plain)
    expect((await staff('list')).find((line) => line.startsWith(`${key}\t`))).toMatch(/\t1 tickets\truns$/)
    await expect(draw(key)).rejects.toThrow(`1 orders of "${key}" are not delivered yet; wait for them, or add "final"`)
    expect((await later(() => staff('list'))).find((line) => line.startsWith(`${key}\t`))).toMatch(/\t1 tickets\tcan be drawn$/)
    expect(await statesOf(early)).toEqual(['waiting'])
    expect((await draw(key, 'final'))[0]).toContain('1 of 1 tickets won')
    await expect(draw(key)).rejects.toThrow(`"${key}" was drawn on 2027-01-19; "list" shows who won`)
    expect(await cardsOf(early)).toHaveLength(1)
    await deliver(api, placed.orderNumber)
    expect(await ticketsOf(late)).toEqual([])
    expect(await bonusOf(late, placed.orderId)).toMatchObject({ tickets: [] })
  })

  test('happens once when it is asked for several times at once', async () => {
    const key = await lottery()
    const { client } = await withTicket()
    const answers = await later(() => Promise.allSettled(Array.from({ length: 4 }, () => drawNow(key))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(String(answer.reason)).toContain('was drawn on')
    expect(await cardsOf(client)).toHaveLength(1)
  })

  test('counts an order that is delivered at the same moment wholly or not at all', async () => {
    const key = await lottery({ winners: 9 })
    await withTicket()
    const { client, placed } = await buy(api, plain)
    await operateOrders(atWork(api), ['accept', placed.orderNumber])
    await operateOrders(atWork(api), ['on-the-way', placed.orderNumber])
    await later(() => Promise.all([drawNow(key, 'final'), operateOrders(atWork(api), ['delivered', placed.orderNumber])]))
    const states = await statesOf(client)
    expect([[], ['won']]).toContainEqual(states)
    expect(await cardsOf(client)).toHaveLength(states.length)
  })

  test('leaves out tickets that are withdrawn, and people who left or asked to', async () => {
    const key = await lottery({ winners: 9 })
    const [stays, leaves, left, refunded] = [await withTicket(), await withTicket(), await withTicket(), await withTicket()]
    const { users, accountDeletions } = schema
    const now = new Date(NOON)
    await api.engine.db
      .insert(accountDeletions)
      .values({ userId: leaves.client.userId ?? 0, requestedAt: now, dueAt: new Date(AFTER + DAY) })
    await api.engine.db
      .update(users)
      .set({ deactivatedAt: now })
      .where(eq(users.id, left.client.userId ?? 0))
    await refund(refunded.placed.orderNumber)
    expect((await draw(key))[0]).toContain('1 of 1 tickets won')
    expect(await statesOf(stays.client)).toEqual(['won'])
    expect(await statesOf(refunded.client)).toEqual(['withdrawn'])
    expect(await cardsOf(leaves.client)).toEqual([])
  })

  test('stands when the order is refunded afterwards: the prize stays', async () => {
    const key = await lottery()
    const { client, placed } = await withTicket()
    await draw(key)
    await refund(placed.orderNumber)
    expect(await statesOf(client)).toEqual(['won'])
    expect(await cardsOf(client)).toMatchObject([{ balance: 5_000 }])
  })

  test('takes the terms of today, and tickets of the terms before; one that left the files can be drawn', async () => {
    const key = await lottery()
    const before = await withTicket()
    await lottery({ key, contentHash: 'changed', prize: 700_000 })
    const after = await withTicket()
    await setRules(api)
    expect(await ticketsOf(before.client)).toMatchObject([{ key, prize: 7_000, tickets: [{ state: 'waiting' }] }])
    expect((await staff('draw', key, 'anahit'))[0]).toMatch(/2 of 2 tickets won 7\s000\s֏ each/)
    for (const { client } of [before, after]) expect(await cardsOf(client)).toMatchObject([{ balance: 7_000 }])
  })
})

test('the export of an account holds its tickets', async () => {
  await lottery()
  const { client, placed } = await withTicket()
  const { tickets } = await client.call(account.exportData)
  expect(tickets).toMatchObject([
    { lottery: 'The draw', orderNumber: placed.orderNumber, state: 'waiting', at: '2026-11-20T13:00:00+04:00' }
  ])
})
