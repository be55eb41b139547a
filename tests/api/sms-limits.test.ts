import { and, count, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { DeliveryFailed } from '#server/adapters/delivery.ts'
import type { SmsSender } from '#server/adapters/sms/port.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageState } from '#server/db/schema/messages.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { atAddress, byPassword, proveOwner } from '#tests/support/identity.ts'
import { add, addAddress, atWork, orderOf, place } from '#tests/support/shopping.ts'

const DAY = 86_400_000
const PER_DAY = 8
const PASSWORD = 'Apricot+Brandy-1915'
let api: TestApi
let isAway = false

beforeAll(async () => {
  const sms: SmsSender = {
    simulated: false,
    readReports: () => [],
    send: () => (isAway ? Promise.reject(new DeliveryFailed('away')) : Promise.resolve({ ref: null }))
  }
  api = await startApi({
    adapters: { sms },
    env: {
      SMS_PER_CONTACT_DAY: String(PER_DAY),
      SMS_KNOWN_PER_HOUR: '10',
      SMS_UNKNOWN_PER_HOUR: '6',
      PIN_WAIT_SECONDS: '0',
      PIN_PER_CALLER_HOUR: '1000',
      PIN_PER_CONTACT_DAY: '1000',
      TRUST_PROXY: '1'
    }
  })
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.advance(2 * DAY)
})

const askCode = (client: Client, contact: string) =>
  client.call(auth.sendCode, { body: { type: contact.includes('@') ? 'email' : 'phone', contact } })
const send = () => sendDue(atWork(api), 'sms')
const rows = async (recipient: string, state: MessageState): Promise<number> => {
  const { messages } = schema
  const [row] = await api.engine.db
    .select({ found: count() })
    .from(messages)
    .where(and(eq(messages.recipient, recipient), eq(messages.state, state)))
  return row?.found ?? 0
}
/** How many of the calls went through, and the last refusal. */
const attempt = async (times: number, call: (round: number) => Promise<unknown>): Promise<{ done: number; refusal: unknown }> => {
  let done = 0
  let refusal: unknown = null
  for (let round = 0; round < times; round += 1)
    await call(round).then(
      () => (done += 1),
      (cause: unknown) => (refusal = cause)
    )
  return { done, refusal }
}

test('an account whose every sign-in is a new browser gets so many SMS a day, whatever they are about', async () => {
  const phone = '+37491600001'
  const client = await api.person({ phone })
  await send()
  await proveOwner(api, client, phone)
  await client.call(credentials.changePassword, { body: { password: PASSWORD } })
  await send()
  const { done, refusal } = await attempt(15, async () => {
    const browser = await byPassword(api, phone, PASSWORD)
    await askCode(browser, phone)
    await send()
  })
  expect(await rows(phone, 'sent')).toBe(PER_DAY)
  expect(done).toBe(PER_DAY - 3)
  expect(refusal).toMatchObject({ type: 'SMS_LIMIT_REACHED', code: 429, data: { retryAfter: DAY / 1000 } })
  expect((refusal as Error).message).toBe('No more SMS can be sent to this number today. Use your e-mail or try again tomorrow.')
})

test('strangers in many networks leave a quarter of the day to the owner’s browser', async () => {
  const phone = '+37491600002'
  const owner = await api.person({ phone })
  api.clock.advance(2 * DAY)
  owner.token = null
  const { done } = await attempt(20, async (round) => {
    await askCode(atAddress(api.guest(), `2a02:${round + 1}:1::1`), phone)
    await send()
  })
  expect(done).toBe((PER_DAY * 3) / 4)
  expect((await askCode(owner, phone)).known).toBe(true)
})

test('notices of orders count too; what was not sent is counted and listed', async () => {
  const phone = '+37491600003'
  const client = await api.person({ phone })
  const plain = await api.product(1, 'PLAIN')
  const addressId = await addAddress(client)
  await send()
  for (let round = 0; round < 8; round += 1) {
    await add(client, plain)
    const { orderId } = await place(client, await orderOf(client, addressId))
    await relayEvents(atWork(api), () => undefined)
    await client.call(orders.cancel, { params: { id: orderId } })
    await relayEvents(atWork(api), () => undefined)
    await send()
  }
  expect(await rows(phone, 'sent')).toBe(PER_DAY)
  const withheld = await rows(phone, 'withheld')
  expect(withheld).toBeGreaterThan(0)
  expect(await api.guest().call(info.ready)).toMatchObject({ status: 'ready', undelivered: { messages: 0, withheld } })
  expect((await operateMessages(atWork(api), { verb: 'dead' })).join('\n')).toContain('limit of the contact')
  await expect(askCode(client, phone)).rejects.toMatchObject({ type: 'SMS_LIMIT_REACHED' })
})

test('unknown numbers have a budget of their own: mail and known numbers go on', async () => {
  const known = '+37491600004'
  await api.person({ phone: known })
  await send()
  api.clock.advance(2 * DAY)
  const unknown = (round: number): string => `+3749160100${round}`
  // All at once, so that only where they are sent the budget is seen.
  await Promise.all(Array.from({ length: 9 }, (_, round) => askCode(atAddress(api.guest(), `192.0.2.${round + 1}`), unknown(round))))
  await send()
  const sent = await Promise.all(Array.from({ length: 9 }, (_, round) => rows(unknown(round), 'sent')))
  expect(sent.filter((one) => one === 1)).toHaveLength(6)
  const refusal = await askCode(api.guest(), '+37491601010').catch((cause: unknown) => cause)
  expect(refusal).toMatchObject({ type: 'SMS_LIMIT_REACHED', field: 'contact' })
  expect((refusal as Error).message).toContain('try again in an hour')
  expect((await askCode(api.guest(), known)).known).toBe(true)
  expect((await askCode(api.guest(), 'unknown@mail.am')).known).toBe(false)
  await send()
  expect(await rows(known, 'sent')).toBe(2)
  api.clock.advance(3_600_000)
  expect((await askCode(api.guest(), '+37491601010')).known).toBe(false)
})

test('known numbers have one as well, and mail goes on', async () => {
  const phones = Array.from({ length: 12 }, (_, round) => `+374916020${String(round).padStart(2, '0')}`)
  for (const phone of phones) {
    await api.person({ phone })
    await send()
    api.clock.advance(3_600_000)
  }
  api.clock.advance(2 * DAY)
  const { done, refusal } = await attempt(12, async (round) => {
    await askCode(atAddress(api.guest(), `192.0.3.${round}`), phones[round] ?? '')
    await send()
  })
  expect(done).toBe(10)
  expect(refusal).toMatchObject({ type: 'SMS_LIMIT_REACHED' })
  expect((await askCode(api.guest(), 'another@mail.am')).known).toBe(false)
})

test('a gateway that takes nothing uses nothing up', async () => {
  const phone = '+37491600005'
  isAway = true
  for (let round = 0; round < 2; round += 1) await askCode(api.guest(), phone)
  for (let round = 0; round < 12; round += 1) {
    await send()
    api.clock.advance(30_000)
  }
  isAway = false
  const { done } = await attempt(12, async (round) => {
    await askCode(atAddress(api.guest(), `192.0.4.${round}`), phone)
    await send()
    api.clock.advance(3_600_000)
  })
  expect(done).toBe((PER_DAY * 3) / 4)
})
