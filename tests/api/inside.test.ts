import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#contract/endpoint.ts'
import { createApi } from '#server/app.ts'
import { INSIDE } from '#server/routes/http/caller.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** The pages read the API within the process, without its text: what they get must be what everybody gets. */
test.each([
  '/products?supplierId=1',
  '/products?supplierId=1&take=2&skip=1',
  '/products?supplierId=1&term=ա',
  '/products?supplierId=999',
  '/products/listing?dc=1',
  '/products/1',
  '/suppliers?type=7',
  '/suppliers/name/always-open',
  '/suppliers/name/nobody',
  '/categories/tree?type=restaurant',
  '/info',
  '/info/campaigns'
])('%s is the same within the process', async (path) => {
  const app = createApi(api.kernel)
  for (const locale of ['hy', 'en', 'ru']) {
    const ask = async (inside: boolean): Promise<Omit<Envelope<unknown>, 'requestId'>> => {
      const request = new Request(`http://shuka.test/api${path}`, { headers: { 'Content-Language': locale } })
      const answer = await (inside ? app.fetch(request, INSIDE) : app.fetch(request))
      const { requestId: _, ...envelope } = (await answer.json()) as Envelope<unknown>
      return envelope
    }
    const outside = await ask(false)
    expect(JSON.parse(JSON.stringify(await ask(true)))).toEqual(outside)
  }
})
