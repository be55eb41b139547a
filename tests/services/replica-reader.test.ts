import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { replicaReader, type Reader } from '#server/db/reader.ts'
import type { Db } from '#server/db/engine.ts'

type Answer = () => Promise<{ rows: { who: string }[] }>
const says =
  (who: string): Answer =>
  () =>
    Promise.resolve({ rows: [{ who }] })
const fails =
  (cause: unknown): Answer =>
  () =>
    Promise.reject(cause)
const refusal = (code: string): Error => Object.assign(new Error(`refused with ${code}`), { severity: 'ERROR', code })

let answer: Answer
let changes: [used: boolean, reason: unknown][]
let reader: Reader
const poolOf = (query: Answer): Pool => ({ query }) as unknown as Pool
beforeEach(async () => {
  answer = says('replica')
  changes = []
  reader = replicaReader(
    poolOf(says('main')),
    poolOf(() => answer()),
    (pool) => drizzle(pool) as unknown as Db,
    (used, reason) => changes.push([used, reason])
  )
  await reader.follow(async () => true)
})
const ask = async (): Promise<unknown> => ((await reader.db.execute(sql`select 1`)) as unknown as { rows: { who: string }[] }).rows[0]?.who

test.each([
  ['a broken connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })],
  ['a connection that ends', new Error('Connection terminated unexpectedly')],
  ['no answer in time', new Error('Query read timeout')],
  ['a pool that finds no connection', new Error('timeout exceeded when trying to connect')],
  ['a server told to stop', refusal('57P01')],
  ['too many connections', refusal('53300')],
  ['a wrong password', refusal('28P01')],
  ['a conflict with what it takes over', refusal('40001')]
])('%s: the main database is asked, and the reason is told', async (_, cause) => {
  answer = fails(cause)
  expect(await ask()).toBe('main')
  expect(changes).toEqual([
    [true, undefined],
    [false, cause]
  ])
})

test.each([
  ['a table that is not there', refusal('42P01')],
  ['wrong SQL', refusal('42601')],
  ['a division by zero', refusal('22012')],
  ['a fault of this program', new TypeError('nothing is no function')]
])('%s comes out with its cause, and the replica stays', async (_, cause) => {
  answer = fails(cause)
  await expect(ask()).rejects.toMatchObject({ cause })
  expect(changes).toEqual([[true, undefined]])
  answer = says('replica')
  expect(await ask()).toBe('replica')
})

test('a replica that cannot say how far it is, is not asked; a fault of this program comes out', async () => {
  const missing = refusal('42P01')
  await reader.follow(() => Promise.reject(new Error('failed query', { cause: missing })))
  expect(changes.at(-1)).toEqual([false, missing])
  expect(await ask()).toBe('main')
  await expect(reader.follow(() => Promise.reject(new TypeError('nonsense')))).rejects.toThrow('nonsense')
})
