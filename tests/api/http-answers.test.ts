import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { Menu } from '#contract/catalogue/calls.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { createApi } from '#server/app.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let server: Server
let url = ''
beforeAll(async () => {
  api = await startApi()
  server = createServer((req, res) => void getRequestListener(createApi(api.kernel).fetch, { overrideGlobalObjects: false })(req, res))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await api.close()
})

const GUEST = { 'Session-Id': 'a-guest-that-comes-by-http' }
const headersOf = ({ headers }: Response) => ['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name))
const COMMON = ['application/json', 'no-store', 'nosniff']

describe('an answer by HTTP', () => {
  test('says what the same call says inside the process, with its headers', async () => {
    const answer = await fetch(`${url}/products?supplierId=1`)
    const { data, requestId, ...rest } = (await answer.json()) as Envelope<Menu>
    expect([answer.status, ...headersOf(answer), answer.headers.get('x-request-id')]).toEqual([200, ...COMMON, requestId])
    const inside = await api.guest('hy').raw<Menu>('GET', '/products?supplierId=1')
    expect({ data, ...rest }).toEqual({ data: inside.envelope.data, code: 200, messages: [] })
  })

  test('refuses a currency that prices cannot be shown in', async () => {
    const info = (currency: string) => fetch(`${url}/info`, { headers: { ...GUEST, 'Content-Currency': currency } })
    const statuses = await Promise.all(['AMD', 'GBP', ''].map(async (currency) => (await info(currency)).status))
    expect(statuses).toEqual([200, 404, 200])
    expect(await (await info('GBP')).json()).toMatchObject({ code: 424, messages: [{ type: 'CURRENCY_NOT_FOUND' }] })
  })

  test('to HEAD has the headers and no body', async () => {
    const answer = await fetch(`${url}/suppliers?type=2`, { method: 'HEAD' })
    expect([answer.status, ...headersOf(answer), await answer.text()]).toEqual([200, ...COMMON, ''])
  })

  test('that refuses has them too', async () => {
    const answer = await fetch(`${url}/products?supplierId=999999`)
    const { requestId, messages } = (await answer.json()) as Envelope<null>
    expect([answer.status, messages[0]?.type, answer.headers.get('x-request-id')]).toEqual([404, 'SUPPLIER_NOT_FOUND', requestId])
    expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  })

  test('that signs somebody in brings the cookies', async () => {
    const contact = '+37491000001'
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { ...GUEST, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    await post(auth.sendCode.path, { type: 'phone', contact })
    const answer = await post(auth.register.path, { type: 'phone', contact, pin: await api.code(contact), firstName: 'Ani' })
    const names = ['buy_access_token', 'buy_refresh_token', 'buy_known_browser', 'buy_fresh_proof']
    expect(answer.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(names)
    expect(((await answer.json()) as Envelope<{ accessToken: string }>).data?.accessToken).toMatch(/^ey/)
  })

  test('to a body that is announced too long is 413, before it is read', async () => {
    const answer = await fetch(`${url}/baskets`, { method: 'POST', headers: GUEST, body: 'x'.repeat(70_000) })
    expect([answer.status, ((await answer.json()) as Envelope<null>).messages[0]?.type]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('to a body of unknown length is 413 once it is too long', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        for (let part = 0; part < 8; part += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)))
        controller.close()
      }
    })
    const answer = await fetch(`${url}/baskets`, { method: 'POST', headers: GUEST, body, duplex: 'half' } as RequestInit)
    expect([answer.status, ((await answer.json()) as Envelope<null>).messages[0]?.type]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
