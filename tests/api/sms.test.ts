import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DeliveryFailed, DeliveryRefused } from '#server/adapters/delivery.ts'
import type { SmsSender } from '#server/adapters/sms/port.ts'
import { createDexatelSender } from '#server/adapters/sms/dexatel.ts'
import { createNikitaSender } from '#server/adapters/sms/nikita.ts'
import { schema } from '#server/db/schema.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { listDeadLetters } from '#server/services/messages/dead-letters.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { atWork } from '#tests/support/shopping.ts'
import { dexatel, nikita, type Gateway, type GatewayFault } from '#tests/support/stub-gateway.ts'

const DAY = 86_400_000
const REPORTS = 'a-key-of-the-gateway-1'
let api: TestApi
let gateways: { nikita: Gateway; dexatel: Gateway }

beforeAll(async () => {
  gateways = { nikita: await nikita(), dexatel: await dexatel() }
  const { origin } = gateways.nikita
  api = await startApi({
    env: {
      ...{ SMS_GATEWAY: 'nikita', SMS_URL: origin, SMS_FROM: 'Shuka', SMS_LOGIN: 'shop', SMS_PASSWORD: 'sesame' },
      ...{ MESSAGE_TIMEOUT_SECONDS: '1', SMS_REPORT_KEY: REPORTS }
    }
  })
})
afterAll(async () => {
  await api.close()
  await Promise.all([gateways.nikita.close(), gateways.dexatel.close()])
})
afterEach(async () => {
  expect(api.errors).toEqual([])
  for (const gateway of Object.values(gateways)) gateway.requests.length = gateway.faults.length = 0
  await api.engine.db.delete(schema.messages)
})

const rows = () => api.engine.db.select().from(schema.messages).orderBy(asc(schema.messages.id))
const write = (contact = '+37491000001') =>
  enqueueMessage(atWork(api), {
    to: { type: 'phone', contact },
    template: { kind: 'signInCode', pin: '123456', minutes: 10 },
    locale: 'en',
    expiresAt: new Date(api.clock.now() + 10 * DAY)
  })
const send = () => sendDue(atWork(api), 'sms')
const sentTo = (gateway: Gateway): unknown[] => gateway.requests.map(({ body }) => JSON.parse(body.toString()) as unknown)

describe('Nikita', () => {
  test('takes a message in its own words, once', async () => {
    await write()
    await send()
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'sent', vendorRef: row?.key, body: '' })
    const text = '123456 is your Shuka code for 10 minutes. Never share it.'
    const sms = { originator: 'Shuka', ttl: 10 * 86_400, content: { text } }
    expect(sentTo(gateways.nikita)).toEqual([{ messages: [{ recipient: '37491000001', priority: '2', sms, 'message-id': row?.key }] }])
  })

  test('that took it and was not heard is asked again with the same id, and knows it', async () => {
    await write()
    const [row] = await rows()
    gateways.nikita.faults.push('hang')
    await send()
    expect((await rows())[0]).toMatchObject({ state: 'waiting', reason: 'no answer within 1 s' })
    const known = { 'error-code': 206, 'error-description': 'Duplicate message-id' }
    gateways.nikita.faults.push({ status: 400, text: JSON.stringify(known) })
    api.clock.advance(DAY)
    await send()
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 })
    expect(gateways.nikita.requests.map(({ body }) => body.toString().includes(row?.key ?? ''))).toEqual([true, true])
  })

  test('that answers 503 is left alone as long as it asks', async () => {
    await write()
    gateways.nikita.faults.push({ status: 503, headers: { 'retry-after': '600' } })
    await send()
    const [row] = await rows()
    expect((row?.dueAt?.getTime() ?? 0) - api.clock.now()).toBe(600_000)
  })

  test('that refuses a number is not asked again', async () => {
    await write('+3749100000')
    expect(await send()).toMatchObject([{ channel: 'sms', attempts: 1, reason: 'HTTP 400 error 202' }])
  })
})

describe('delivery reports', () => {
  const report = (path: string, body: unknown) =>
    api
      .guest()
      .raw('POST', `/messages/reports/${path}`, { body })
      .catch(() => null)
  const post = (path: string, text: string) => api.guest().fetch(`/api/messages/reports/${path}`, { method: 'POST', body: text })

  test('of a message that was taken over and never arrived make it a dead letter, and nobody sends it again', async () => {
    await write()
    await send()
    const [row] = await rows()
    await report(REPORTS, { messages: [{ 'message-id': row?.key, channel: 'SMS', status: 'Transmitted' }] })
    expect(await listDeadLetters(atWork(api))).toEqual([])
    for (let i = 0; i < 2; i += 1) await report(REPORTS, { messages: [{ 'message-id': row?.key, status: 'NotDelivered' }] })
    expect(await listDeadLetters(atWork(api))).toMatchObject([{ state: 'undelivered', reason: 'taken over, never arrived' }])
    api.clock.advance(DAY)
    await send()
    expect(gateways.nikita.requests).toHaveLength(1)
  })

  test('need the key, and rubbish changes nothing', async () => {
    await write()
    await send()
    const [row] = await rows()
    const lost = JSON.stringify({ messages: [{ 'message-id': row?.key, status: 'Failed' }] })
    expect((await post('another-key-of-16-letters', lost)).status).toBe(404)
    for (const text of ['', '[]', 'null', '{"messages":7}', '{"messages":[null,{"message-id":1,"status":"Failed"}]}'])
      expect((await post(REPORTS, text)).status).toBe(204)
    expect((await rows())[0]?.state).toBe('sent')
    expect((await post(REPORTS, lost)).status).toBe(204)
    expect((await rows())[0]?.state).toBe('undelivered')
  })
})

describe('Dexatel', () => {
  const sms = { key: '6f1c1f6e-0000-4000-8000-000000000000', to: '+37491000001', text: 'Բարև', ttlSeconds: 60 }
  const sender = (key = 'sesame') => createDexatelSender({ url: gateways.dexatel.origin, key, from: 'Shuka', timeoutMs: PATIENCE_MS })

  test('takes a message in its own words and names it', async () => {
    expect(await sender().send(sms)).toEqual({ ref: 'dx-1' })
    expect(sentTo(gateways.dexatel)).toEqual([{ data: { channel: 'SMS', from: 'Shuka', to: ['37491000001'], text: 'Բարև' } }])
    const reports = sender().readReports({
      data: [
        { id: 'dx-1', status: 'undelivered' },
        { id: 'dx-2', status: 'enroute' },
        { id: 'dx-3', status: 'delivered' }
      ]
    })
    expect(reports).toEqual([
      { ref: 'dx-1', arrived: false },
      { ref: 'dx-3', arrived: true }
    ])
  })

  test('refuses for good what it cannot send, and our key only for now', async () => {
    await expect(sender().send({ ...sms, to: '+1' })).rejects.toEqual(new DeliveryRefused('HTTP 422'))
    await expect(sender('wrong').send(sms)).rejects.toEqual(new DeliveryFailed('HTTP 401'))
  })
})

const FAULTS: [string, GatewayFault][] = [
  ['answers 500', { status: 500, text: 'oops' }],
  ['answers with a page', { status: 200, text: '<!doctype html><title>Wi-Fi login</title>' }],
  ['redirects', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
  ['breaks off', 'break'],
  ['says nothing', 'hang'],
  ['never ends', 'slow'],
  ['asks for less', { status: 429, headers: { 'retry-after': '30' } }]
]

describe.each(['nikita', 'dexatel'] as const)('%s that', (name) => {
  const sender = (timeoutMs = PATIENCE_MS): SmsSender => {
    const { origin: url } = gateways[name]
    const common = { url, from: 'Shuka', timeoutMs }
    return name === 'nikita'
      ? createNikitaSender({ ...common, login: 'shop', password: 'sesame' })
      : createDexatelSender({ ...common, key: 'sesame' })
  }
  test.each(FAULTS)('%s is tried again later', async (_what, fault) => {
    gateways[name].faults.push(fault)
    const sms = { key: crypto.randomUUID(), to: '+37491000001', text: 'x', ttlSeconds: 60 }
    // Only what never comes is waited for in vain.
    const isSilent = fault === 'hang' || fault === 'slow'
    await expect(sender(isSilent ? 300 : PATIENCE_MS).send(sms)).rejects.toBeInstanceOf(DeliveryFailed)
    expect(await sender().send(sms)).toMatchObject({ ref: expect.stringMatching(/./) as unknown })
  })
})
