import { and, eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fiscalTotal } from '#domain/fiscal/lines.ts'
import { FiscalRefused, FiscalUnavailable, type FiscalService } from '#server/adapters/fiscal/port.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import type { TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { withPoints, withWallet } from '#tests/support/rewards.ts'
import { add, atWork, place } from '#tests/support/shopping.ts'
import { startTill, type Till } from '#tests/support/till.ts'
import { withFiscal } from '#tests/support/with-fiscal.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
})

const paidByCard = async () => {
  const bought = await till.buyByCard(plain)
  await till.decide(bought.placed.orderId, 'approve')
  await till.comeBack(bought.client, bought.placed.orderId)
  return bought
}
const send = () => sendReceipts(atWork(api))
const check = () => operateReceipts(atWork(api), { verb: 'check' })

test('points are a discount: the receipt says what was paid with money, and its lines add up to that', async () => {
  const { client, addressId } = await withPoints(api, plain, 500)
  await add(client, plain, 2)
  const order = await withWallet(client, addressId, 8)
  const placed = await place(client, order)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  await send()
  const [sale] = (await till.details(client, placed.orderNumber)).receipts
  expect(sale).toMatchObject({ kind: 'sale', amount: order.orderPrice - 500 })
  const { fiscalReceipts } = schema
  const [row] = await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, placed.orderId))
  const lines = row && 'lines' in row.content ? row.content.lines : []
  expect(lines.reduce((sum, line) => sum + fiscalTotal(line), 0)).toBe((order.orderPrice - 500) * 100)
  await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
  await operateOrders(atWork(api), ['refund', placed.orderNumber])
  await send()
  const { receipts } = await till.details(client, placed.orderNumber)
  expect(receipts.slice(1).reduce((sum, { amount }) => sum + amount, 0)).toBe(order.orderPrice - 500)
  expect(await check()).toMatchObject({ failed: false })
})

describe('receipts', () => {
  test('of a paid order and of what goes back of it are printed once, and the order shows them', async () => {
    const { client, placed } = await paidByCard()
    await send()
    await send()
    const [sale, ...none] = (await till.details(client, placed.orderNumber)).receipts
    expect(none).toEqual([])
    expect(sale).toMatchObject({ kind: 'sale', amount: (await till.details(client, placed.orderNumber)).orderPrice })
    expect(sale?.printed?.link).toContain(`/simulator/fiscal/receipts/${sale?.printed?.number ?? '?'}`)
    await operateOrders(atWork(api), ['refund', placed.orderNumber])
    await send()
    const { events } = schema
    const said = await api.engine.db
      .select()
      .from(events)
      .where(and(eq(events.orderId, placed.orderId), eq(events.kind, 'order.receipt')))
    expect(said.map(({ payload }) => payload['orderNumber'])).toEqual([placed.orderNumber, placed.orderNumber])
    const { receipts, refunded } = await till.details(client, placed.orderNumber)
    expect(receipts.map(({ kind }) => kind)).toEqual(['sale', 'return'])
    expect(receipts[1]).toMatchObject({ amount: refunded })
    expect(receipts[1]?.printed?.number).toMatch(/^\d+$/)
    expect(await check()).toMatchObject({ failed: false })
  })

  test('an answer that was lost is found under the same number, and nothing is printed twice', async () => {
    const { client, placed } = await paidByCard()
    const usual = api.kernel.adapters.fiscal
    const lost: FiscalService['print'] = async (call, sale) => {
      await usual?.print(call, sale)
      throw new FiscalUnavailable('print: no answer')
    }
    await withFiscal(api, { print: lost }, send)
    expect((await till.details(client, placed.orderNumber)).receipts[0]?.printed).toBeNull()
    await send()
    expect((await operateReceipts(atWork(api), { verb: 'stuck' })).lines[0]).toContain('waits for an answer')
    api.clock.advance(2_000)
    await send()
    expect((await till.details(client, placed.orderNumber)).receipts[0]?.printed).not.toBeNull()
    expect(await check()).toMatchObject({ failed: false })
  })

  test('one with another sum than was taken is named by the check, also when nothing went back', async () => {
    const { placed } = await paidByCard()
    await send()
    expect(await check()).toMatchObject({ failed: false })
    const { fiscalReceipts } = schema
    const change = (amount: SQL) => api.engine.db.update(fiscalReceipts).set({ amount }).where(eq(fiscalReceipts.orderId, placed.orderId))
    await change(sql`amount - 100`)
    const found = await check()
    expect(found.failed).toBe(true)
    expect(found.lines[0]).toMatch(new RegExp(`^order ${placed.orderNumber}: .+ was taken, its receipts say .+`))
    await change(sql`amount + 100`)
    expect(await check()).toMatchObject({ failed: false })
  })

  test('one that is refused is given up, named, and sent again by a person', async () => {
    const { client, placed } = await paidByCard()
    const refuse = (): Promise<never> => Promise.reject(new FiscalRefused('print: the service answered code 192'))
    const dead = await withFiscal(api, { print: refuse }, async () => {
      const all = []
      for (let minute = 0; minute < 6; minute += 1) {
        all.push(...(await send()))
        api.clock.advance(60_000)
      }
      return all
    })
    expect(dead).toHaveLength(1)
    const id = dead[0]?.id ?? 0
    const found = await check()
    expect(found.failed).toBe(true)
    expect(found.lines[0]).toBe(
      `receipt ${id} of order ${placed.orderNumber} was given up (print: the service answered code 192): retry ${id}`
    )
    expect(await operateReceipts(atWork(api), { verb: 'retry', id })).toEqual({ lines: [`receipt ${id} is sent again`], failed: false })
    expect(await operateReceipts(atWork(api), { verb: 'retry', id })).toMatchObject({ failed: true })
    await send()
    expect((await till.details(client, placed.orderNumber)).receipts[0]?.printed).not.toBeNull()
    expect(await check()).toMatchObject({ failed: false })
  })

  test('a silent service is asked for two hours, then the receipt waits for people; its number is asked for again', async () => {
    await paidByCard()
    const usual = api.kernel.adapters.fiscal
    let calls = 0
    const lost: FiscalService['print'] = async (call, sale) => {
      calls += 1
      if (calls === 1) await usual?.print(call, sale)
      throw new FiscalUnavailable('print: no answer')
    }
    const dead = await withFiscal(api, { print: lost }, async () => {
      const all = []
      for (let minute = 0; minute < 130; minute += 1) {
        all.push(...(await send()))
        api.clock.advance(60_000)
      }
      return all
    })
    expect(dead).toHaveLength(1)
    expect(await operateReceipts(atWork(api), { verb: 'retry', id: 'all' })).toMatchObject({ failed: false })
    await send()
    expect(await check()).toEqual({ lines: ['10 receipts are printed, 0 wait, no differences'], failed: false })
  })
})

/** A process that dies: nothing of what it would have written afterwards is. */
class Killed extends Error {}

/** Numbers that look like chance and are the same in every run. */
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** `RECEIPTS=500 KILLS=10` is the whole figure; the tests run a part of it. */
const { RECEIPTS = '8', KILLS = '4' } = process.env

test(`${RECEIPTS} orders, 2 workers, ${KILLS} kills, and a service that fails every fifth call: each receipt once`, async () => {
  const { adapters } = api.kernel
  const usual = adapters.fiscal
  if (!usual) throw new Error('the tests need a simulated service')
  const before = (await check()).lines.at(-1) ?? ''
  const numbers: string[] = []
  for (let index = 0; index < Number(RECEIPTS); index += 1) {
    const { placed } = await paidByCard()
    if (index % 4 === 0) await operateOrders(atWork(api), ['refund', placed.orderNumber])
    numbers.push(placed.orderNumber)
  }
  const random = chance(15)
  const due = Number(RECEIPTS) + Math.ceil(Number(RECEIPTS) / 4)
  const killEvery = Math.max(2, Math.floor(due / Number(KILLS)))
  let calls = 0
  let kills = 0
  let atOnce = 0
  const called: number[] = []
  const faulty =
    <T extends [{ seq: number }, ...unknown[]], R>(print: (...input: T) => Promise<R>) =>
    async (...input: T): Promise<R> => {
      calls += 1
      called.push(input[0].seq)
      atOnce += 1
      expect(atOnce, 'one worker at a time talks to the cash register').toBe(1)
      const dies = kills < Number(KILLS) && calls % killEvery === 0
      if (dies) kills += 1
      const fails = calls % 5 === 0
      try {
        // Half of what fails, and half of who dies, has arrived.
        const arrived = random() < 0.5 || (!dies && !fails) ? await print(...input) : null
        if (dies) throw new Killed()
        if (fails || arrived === null) throw new FiscalUnavailable('print: no answer')
        return arrived
      } finally {
        atOnce -= 1
      }
    }
  const ignoreKill = (cause: unknown): void => {
    if (!(cause instanceof Killed)) throw cause
  }
  await withFiscal(api, { print: faulty(usual.print), printReturn: faulty(usual.printReturn) }, async () => {
    for (let second = 0; second < 60 * due && !(await check()).lines.at(-1)?.includes(' 0 wait'); second += 5) {
      await Promise.all([send().catch(ignoreKill), send().catch(ignoreKill)])
      api.clock.advance(5_000)
    }
  })
  const printed = Number(/^\d+/.exec(before)?.[0]) + due
  expect(await check()).toEqual({ lines: [`${printed} receipts are printed, 0 wait, no differences`], failed: false })
  expect(kills).toBe(Number(KILLS))
  expect(called, 'the numbers never fall').toEqual(called.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(Number(RECEIPTS))
}, 600_000)
