import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import { createApi } from '#server/app.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { SECRET: '' } })
})
afterAll(() => api.close())

test('processes that start at once without SECRET make one secret and believe each other', async () => {
  const others = Array.from({ length: 4 }, () => createApi({ ...api.kernel, config: { ...api.kernel.config } }))
  const bearer = { Authorization: 'Bearer a.b.c' }
  await Promise.all(others.map((app) => app.fetch(new Request('http://shuka.test/api/auth/me', { headers: bearer }))))
  const client = await api.person()
  expect(await client.call(auth.me)).toMatchObject({ id: client.userId })
  for (const app of others) {
    const headers = { Authorization: `Bearer ${client.token}`, 'Session-Id': client.anonymousId }
    expect((await app.fetch(new Request('http://shuka.test/api/auth/me', { headers }))).status).toBe(200)
  }
  const kept = await api.engine.db.select().from(schema.settings)
  expect(kept).toEqual([{ key: 'auth.secret', value: expect.stringMatching(/^[\w-]{64}$/) as string }])
  expect(api.errors).toEqual([])
})
