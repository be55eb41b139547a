import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import * as auth from '#contract/auth/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { startJobs } from '#server/jobs/start.ts'
import { createLog } from '#server/process/log.ts'
import { describeCause } from '#server/process/describe-cause.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, orderOf, place } from '#tests/support/shopping.ts'

const MARKED = {
  name: 'Zzname',
  phone: '+37494555123',
  email: 'zzmail@marked.example',
  doorCode: '7Z7Z#',
  comment: 'Zzring twice',
  street: 'Zzabovyan 10'
}
const WORDS = [...Object.values(MARKED), '94555123', 'Zzapartment']

let api: TestApi
const lines: string[] = []
beforeAll(async () => {
  api = await startApi()
  api.kernel.log = createLog({ LOG: 'info' }, (line) => void lines.push(line))
})
afterAll(() => api.close())

const expectNoPersonalData = (): void => {
  for (const word of WORDS) expect(lines.join(''), word).not.toContain(word)
}

test('neither an order nor a fault of the database at any of its steps puts what a person wrote into a log', async () => {
  const me = await api.person({ phone: MARKED.phone })
  await me.call(auth.change, { body: { firstName: MARKED.name } })
  const home = { street: MARKED.street, city: 'Yerevan', latitude: 40.1805, longitude: 44.514, apartment: 'Zzapartment' }
  const rest = { doorCode: MARKED.doorCode, comment: MARKED.comment, phone: MARKED.phone, entrance: '1', floor: 2 }
  const address = await me.call(profile.addAddress, { body: { ...home, ...rest } })
  await add(me, await api.product(1, 'PLAIN'))
  const body = { ...(await orderOf(me, address.id)), customerComment: MARKED.comment }
  const { db } = api.engine
  const tables = ['users', 'addresses', 'orders', 'messages'] as const
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} add constraint marked check (false) not valid`))

  const code = await me.raw('POST', '/users/pin/send', { body: { type: 'email', contact: MARKED.email } })
  const renamed = await me.raw('PUT', '/users', { body: { firstName: MARKED.name, email: MARKED.email } })
  const moved = await me.raw('POST', '/user/profile/addresses', { body: { ...home, ...rest } })
  await expect(place(me, body)).rejects.toMatchObject({ type: 'INTERNAL' })
  expect([renamed.status, moved.status]).toEqual([500, 500])
  expect(code.status).toBeGreaterThanOrEqual(400)
  expect(lines.join(''), 'the statement and the code').toMatch(
    /insert into orders[^]*database error 23514, table orders, constraint marked/
  )
  expectNoPersonalData()

  for (const table of tables) await db.execute(sql.raw(`alter table ${table} drop constraint marked`))
  const jobs = startJobs(api.kernel)
  expect((await place(me, body)).status).toBe(0)
  await jobs.stop()
  expectNoPersonalData()
})

test('refusals of other servers and values of the wrong type are logged without contacts and values', () => {
  const refused = new Error(`550 <${MARKED.email}> unknown, nor ${MARKED.phone}`)
  expect(describeCause(refused)).toContain('550 <<address>> unknown, nor <phone>')
  expect(describeCause(refused)).toContain('quiet-logs.test.ts')
  const wrong = Object.assign(new Error(`invalid input syntax for type integer: "${MARKED.doorCode}"`), { code: '22P02' })
  expect(describeCause(new Error('outer', { cause: wrong }))).toMatch(/^Error: outer[^]*caused by Error: database error 22P02/)
  expect(describeCause(new Error('outer', { cause: wrong }))).not.toContain(MARKED.doorCode)
})
