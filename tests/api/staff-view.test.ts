import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, atWork, buy, buyer, linesOf, orderOf, place } from '#tests/support/shopping.ts'

// What staff see of an order before they decide about it.

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)

test('an order with its lines, where it goes, and what the customer wants', async () => {
  const { client } = await buyer(api, plain, 3)
  await add(client, await api.product(2, 'P1'))
  const { id: addressId } = await client.call(profile.addAddress, {
    body: {
      ...{ street: 'Abovyan Street 12', city: 'Yerevan', latitude: 40.1811, longitude: 44.5136 },
      ...{ entrance: '2', floor: 3, apartment: '14', doorCode: '#45', comment: 'The dog is kind' }
    }
  })
  const details = {
    customerComment: 'No onions,\nplease',
    isGift: true,
    greeting: 'Happy birthday',
    runOut: 'leaveOut',
    cutlery: true
  } as const
  const { orderNumber } = await place(client, await orderOf(client, addressId, details))
  const [head, ...rest] = await staff('show', orderNumber)
  expect(head).toMatch(new RegExp(`^${orderNumber}: open, delivered \\d\\d/\\d\\d/2026, \\d\\d:\\d\\d–\\d\\d:\\d\\d, placed `))
  expect(rest.filter((line) => /^[a-z-]+, .*: open$/.test(line))).toHaveLength(2)
  expect(rest).toContainEqual(expect.stringMatching(/^ {2}1 {2}3 × .* {2}3\u00a0000\u00a0֏$/))
  expect(rest.find((line) => line.startsWith('total: '))).toMatch(/\u00a0֏, cash$/)
  expect(rest.find((line) => line.startsWith('for: '))).toMatch(/\+374\d{8}$/)
  expect(rest.find((line) => line.startsWith('to: '))).toMatch(
    /^to: Abovyan Street 12, apt\. 14, Yerevan, entrance 2, floor 3, door code #45.*"The dog is kind"$/
  )
  expect(rest.slice(-4)).toEqual([
    'if something has run out: leave it out',
    'cutlery: yes',
    'comment: "No onions,\\nplease"',
    'a gift, its card says "Happy birthday"'
  ])
  const one = await staff('show', `${orderNumber}/always-open`)
  expect(one.filter((line) => /^[a-z-]+, .*: open$/.test(line))).toHaveLength(1)
  await expect(staff('show', '1')).rejects.toMatchObject({ why: 'UNKNOWN_ORDER' })
  await expect(staff('show', `${orderNumber}/nobody`)).rejects.toMatchObject({ why: 'UNKNOWN_PART' })
  await expect(staff('show', 'x')).rejects.toThrow("ORDER is an order's number")
})

test('what is under way, what is to be there first at the top, and nothing that is over', async () => {
  const first = (await buy(api, plain)).placed.orderNumber
  const second = (await buy(api, plain)).placed.orderNumber
  const mine = (lines: string[]): string[] => lines.filter((line) => line.startsWith(first) || line.startsWith(second))
  await staff('accept', second)
  expect(mine(await staff('list', 'always-open'))).toEqual([
    expect.stringMatching(new RegExp(`^${first} .* {2}always-open open$`)),
    expect.stringMatching(new RegExp(`^${second} .* {2}always-open in process$`))
  ])
  expect(mine(await staff('list', 'daily'))).toEqual([])
  await staff('refuse', first, 'no', 'bread')
  expect(mine(await staff('list'))).toHaveLength(1)
})

test('a line says otherwise what to do when it has run out: the customer and the supplier read it', async () => {
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, await api.product(1, 'PLAIN'))
  const [first, second] = linesOf(await add(client, await api.product(1, 'TEN')))
  const runOutLines = [
    { itemId: first?.id ?? 0, runOut: 'call' as const },
    { itemId: second?.id ?? 0, runOut: 'leaveOut' as const },
    { itemId: 2_000_000_000, runOut: 'leaveOut' as const }
  ]
  const { orderNumber } = await place(client, await orderOf(client, addressId, { runOut: 'replace', runOutLines }))
  const order = await client.call(orders.details, { query: { orderNumber } })
  expect([order.runOut, order.parts[0]?.items.map(({ runOut }) => runOut)]).toEqual(['replace', ['call', 'leaveOut']])
  const lines = await staff('show', orderNumber)
  expect(lines.filter((line) => /^ {2}[12] {2}/.test(line))).toEqual([
    expect.stringMatching(/, if it has run out: call$/),
    expect.stringMatching(/, if it has run out: leave it out$/)
  ])
  // What is the same for all is not said again.
  await add(client, await api.product(1, 'PLAIN'))
  const [only] = linesOf(await client.call(baskets.get, { query: { addressId } }))
  const same = [{ itemId: only?.id ?? 0, runOut: 'replace' as const }]
  const again = await place(client, await orderOf(client, addressId, { runOut: 'replace', runOutLines: same }))
  expect((await staff('show', again.orderNumber)).join('\n')).not.toContain('if it has run out')
})
