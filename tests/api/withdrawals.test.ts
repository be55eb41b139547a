import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as wallet from '#contract/wallet/calls.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { historyOf, walletOf, withPoints } from '#tests/support/rewards.ts'
import { atWork, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const ACCOUNT = '1930 0123 4567 8901'
const withdraw = (client: Client, points: number, account = ACCOUNT) => client.call(wallet.withdraw, { body: { points, account } })
const staff = (...words: string[]) => operatePayments(atWork(api), words)
const waiting = async () => (await staff('stuck')).filter((line) => line.startsWith('withdrawal'))

test('1,000 points are 800 drams for the person and 200 for the tax office; staff pay them; each step is in the books', async () => {
  const { client } = await withPoints(api, plain, 1_500)
  const shown = { points: 1_000, tax: 200, amount: 800, account: '8901', at: '2026-11-20T13:00:00+04:00' }
  expect(await withdraw(client, 1_000)).toEqual(shown)
  expect(await walletOf(client)).toMatchObject({ balance: 500, available: 500, withdrawal: shown })
  expect((await historyOf(client))[0]).toMatchObject({
    ...{ type: 'withdrawn', amount: -1_000, order: null },
    reason: { why: 'paidOut', tax: 200, amount: 800 }
  })
  const [line = ''] = await waiting()
  const id = line.split('\t')[1] ?? ''
  expect(line).toContain('1930012345678901')
  expect(await transfersOf(api.engine, `^withdrawal:${id}`)).toEqual([
    [`withdrawal:${id}`, { [`liability:points:${client.userId}`]: -1_000, [`payout:pending:${client.userId}`]: 800, 'tax:withheld': 200 }]
  ])
  await expect(staff('withdrawal', id, 'No Name')).rejects.toThrow('NAME is who paid')
  expect(await staff('withdrawal', id, 'anahit')).toEqual([`withdrawal ${id} is paid by anahit`])
  await expect(staff('withdrawal', id, 'anahit')).rejects.toThrow(`there is no withdrawal ${id} to pay`)
  expect(await waiting()).toEqual([])
  expect((await walletOf(client)).withdrawal).toBeNull()
  expect((await transfersOf(api.engine, `^withdrawal:${id}:paid`))[0]?.[1]).toEqual({
    [`payout:pending:${client.userId}`]: -800,
    bank: 800
  })
})

test('two taps withdraw once, and no more than there is', async () => {
  const { client } = await withPoints(api, plain, 5_000)
  expect(await refused(withdraw(client, 5_001))).toMatchObject({ type: 'POINTS_NOT_AVAILABLE', field: 'points' })
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => withdraw(client, 1_500)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refused(withdraw(client, 1_500))).toMatchObject({ type: 'WITHDRAWAL_UNDER_WAY', field: 'points' })
  expect(await walletOf(client)).toMatchObject({ balance: 3_500 })
})

test.each([
  [{ points: 999, account: ACCOUNT }, 'points'],
  [{ points: 1_000.5, account: ACCOUNT }, 'points'],
  [{ points: -1_000, account: ACCOUNT }, 'points'],
  [{ points: 1_000, account: '193001234567890' }, 'account'],
  [{ points: 1_000, account: '4111 1111 1111 1111' }, 'account'],
  [{ points: 1_000, account: '2202 0012 3456 7890' }, 'account'],
  [{ points: 1_000, account: 'AM12 1930 0123 4567' }, 'account']
])('%j is refused by its field', async (body, field) => {
  const client = await api.person()
  expect(await refused(client.call(wallet.withdraw, { body }))).toMatchObject({ type: 'BAD_REQUEST', field })
})
