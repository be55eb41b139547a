import { inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startJobs } from '#server/jobs/start.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { atWork } from '#tests/support/shopping.ts'

/** A mail server that answers when the test lets it. */
const createMailServer = () => {
  const open = new Map<string, () => void>()
  const accepted: string[] = []
  let mostAtOnce = 0
  return {
    open,
    accepted,
    mostAtOnce: () => mostAtOnce,
    /** Whether a mail to this address is answered at once. */
    isQuick: (_to: string): boolean => true,
    send: async function (this: { isQuick: (to: string) => boolean }, to: string): Promise<{ ref: null }> {
      await new Promise<void>((resolve) => {
        open.set(to, resolve)
        mostAtOnce = Math.max(mostAtOnce, open.size)
        if (this.isQuick(to)) setImmediate(resolve)
      })
      open.delete(to)
      accepted.push(to)
      return { ref: null }
    }
  }
}

let api: TestApi
let server = createMailServer()
beforeAll(async () => {
  api = await startApi({ adapters: { email: { simulated: false, send: ({ to }) => server.send(to) } } })
})
afterAll(() => api.close())
afterEach(async () => {
  expect(api.errors).toEqual([])
  server = createMailServer()
  await api.engine.db.delete(schema.messages)
})

const letters = async (count: number): Promise<string[]> => {
  const contacts = Array.from({ length: count }, (_, index) => `letter${index}@mail.am`)
  for (const contact of contacts)
    await enqueueMessage(atWork(api), { to: { type: 'email', contact }, template: { kind: 'passwordChanged' }, locale: 'en' })
  return contacts
}
const release = (): void => {
  server.isQuick = () => true
  for (const answer of server.open.values()) answer()
}

test('a code leaves while every letter before it waits for a slow server', async () => {
  server.isQuick = (to) => to === 'code@mail.am'
  await letters(30)
  const jobs = startJobs(api.kernel)
  try {
    await expect.poll(() => server.open.size, { timeout: 10_000 }).toBe(10)
    await api.guest().call(auth.sendCode, { body: { type: 'email', contact: 'code@mail.am' } })
    await expect.poll(() => server.accepted, { timeout: 10_000 }).toEqual(['code@mail.am'])
  } finally {
    const stopped = jobs.stop()
    release()
    await stopped
  }
  // A stopping process sends what it has begun and begins nothing else.
  expect(server.accepted.length).toBeLessThanOrEqual(11)
}, 30_000)

test('letters go ten at a time, and a slow one keeps only its own place', async () => {
  const contacts = await letters(40)
  server.isQuick = (to) => to !== 'letter0@mail.am'
  const sending = sendDue(atWork(api), 'email')
  await expect.poll(() => server.accepted.length, { timeout: 10_000 }).toBe(39)
  expect([...server.open.keys()]).toEqual(['letter0@mail.am'])
  release()
  await sending
  expect(server.accepted.toSorted()).toEqual(contacts.toSorted())
  expect(server.mostAtOnce()).toBe(10)
})

test('codes come before letters that are older', async () => {
  await letters(12)
  api.clock.advance(60_000)
  await api.guest().call(auth.sendCode, { body: { type: 'email', contact: 'code@mail.am' } })
  server.isQuick = () => false
  const sending = sendDue(atWork(api), 'email')
  await expect.poll(() => server.open.size, { timeout: 10_000 }).toBe(10)
  expect([...server.open.keys()]).toContain('code@mail.am')
  release()
  await sending
  const { messages } = schema
  expect(
    await api.engine.db
      .select()
      .from(messages)
      .where(inArray(messages.state, ['waiting', 'sending']))
  ).toEqual([])
})
