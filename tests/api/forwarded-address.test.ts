import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'

let trusting: TestApi
let alone: TestApi
beforeAll(async () => {
  trusting = await startApi({ env: { TRUST_PROXY: '1' } })
  alone = await startApi()
})
afterAll(async () => {
  await trusting.close()
  await alone.close()
})
afterEach(() => {
  expect([...trusting.errors, ...alone.errors]).toEqual([])
})

/** A guest of its own each time: only the network is counted. */
const addTo = (api: TestApi, address: string) =>
  api.guest().raw('POST', '/auth/log', { body: { code: 'x' }, headers: { 'X-Forwarded-For': address } })

test.each([
  ['a port of its own each time', (i: number) => `203.0.113.9:${2000 + i}`],
  ['IPv6 in brackets with a port', (i: number) => `[2a02:2a57:1:2::${i}]:${2000 + i}`],
  ['IPv4 written as IPv6', (i: number) => (i % 2 === 0 ? '::ffff:203.0.113.10' : '::ffff:cb00:710a')]
])('%s is one network, which meets its limit', async (_, addressOf) => {
  const statuses: number[] = []
  for (let i = 0; i < 201; i += 1) statuses.push((await addTo(trusting, addressOf(i))).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([200, 429])
})

test.each(['x', '1.2.3.4,', '1.2.3.4, ', '1.2.3.4, unknown', '1.2.3.999'])(
  '%j is refused by name, where a proxy is trusted',
  async (address) => {
    const { status, envelope } = await addTo(trusting, address)
    expect(status).toBe(400)
    expect(envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'X-Forwarded-For' })
    expect((await trusting.guest().raw('GET', '/info', { headers: { 'X-Forwarded-For': address } })).status).toBe(400)
    expect((await addTo(alone, address)).status).toBe(200)
  }
)
