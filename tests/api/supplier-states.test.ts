import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Supplier } from '#contract/catalogue/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'

const HOUR = 3_600_000
let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  api.clock.set(NOON)
  expect(api.errors).toEqual([])
})

const read = (id: number): Promise<Supplier> => api.guest().call(catalogue.supplier, { params: { id } })
/** What an import would do after a change: every process reads the supplier anew. */
const changed = async (): Promise<void> => {
  await api.engine.db.execute(sql`insert into events (kind, payload) values ('catalogue.changed', '{}'::jsonb)`)
  api.kernel.directory.invalidate()
}

test('a supplier that is open offers no preorder; closed for the night it says when the first delivery can be', async () => {
  expect(await read(2)).toMatchObject({
    open: { status: 0 },
    preorder: null,
    overload: null,
    preparationMinutes: expect.any(Number) as number
  })
  api.clock.set(NOON + 13 * HOUR)
  const { open, preorder } = await read(2)
  expect(open).toMatchObject({ status: 1, reason: 'close' })
  expect(open).not.toHaveProperty('exceptional')
  expect(Date.parse(preorder?.from ?? '')).toBeGreaterThan(Date.parse(open.changesAt ?? ''))
  expect(Date.parse(preorder?.to ?? '') - Date.parse(preorder?.from ?? '')).toBe(HOUR / 2)
})

test('a holiday is told by its reason, and the days of it with the information', async () => {
  expect((await read(8)).branches[0]?.exceptions).toEqual([{ from: '2027-01-01', to: '2027-01-02', reason: 'holiday', hours: [] }])
  api.clock.set(Date.UTC(2027, 0, 1, 9))
  expect((await read(8)).open).toMatchObject({ status: 1, reason: 'holiday', exceptional: true })
  api.clock.set(Date.UTC(2027, 0, 5, 9))
  expect((await read(8)).branches[0]?.exceptions).toEqual([])
})

test('a supplier that takes nothing new says so, and until when', async () => {
  const { suppliers } = schema
  const overload = (end: string | null) => ({ active: true, hoursToWait: 2, overloadingStartTime: null, overloadingEndTime: end })
  await api.engine.db
    .update(suppliers)
    .set({ overload: overload(null) })
    .where(eq(suppliers.id, 3))
  await changed()
  expect((await read(3)).overload).toEqual({ hoursToWait: 2, until: null })
  await api.engine.db
    .update(suppliers)
    .set({ overload: overload(new Date(NOON + HOUR).toISOString()) })
    .where(eq(suppliers.id, 3))
  await changed()
  expect((await read(3)).overload).toEqual({ hoursToWait: 2, until: '2026-11-20T14:00:00+04:00' })
  api.clock.set(NOON + 2 * HOUR)
  expect((await read(3)).overload).toBeNull()
})
