import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import { localePath } from '#domain/locale.ts'
import { schema } from '#server/db/schema.ts'
import type { Context } from '#server/context.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { claimDue } from '#server/services/messages/claim.ts'
import { listCalls, listDeadLetters, markCalled, requeue } from '#server/services/messages/dead-letters.ts'
import { enqueueMessage, type NewMessage } from '#server/services/messages/enqueue-message.ts'
import { MAX_ATTEMPTS } from '#server/services/messages/mark.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { sweepMessages } from '#server/services/messages/sweep.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { atWork } from '#tests/support/shopping.ts'
import { startSmtp, type Smtp } from '#tests/support/smtp.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
let api: TestApi
let smtp: Smtp
let ctx: Context

beforeAll(async () => {
  smtp = await startSmtp()
  api = await startApi({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Շուկա <hello@shuka.test>', MESSAGE_TIMEOUT_SECONDS: '5' } })
  ctx = atWork(api)
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
afterEach(async () => {
  expect(api.errors).toEqual([])
  smtp.mails.length = 0
  smtp.faults.length = 0
  await api.engine.db.delete(schema.messages)
})

const write = (message: Partial<NewMessage> = {}, within: Context = ctx) =>
  enqueueMessage(within, { to: { type: 'email', contact: 'ani@mail.am' }, template: { kind: 'passwordChanged' }, locale: 'en', ...message })
const code = (pin: string, minutes = 10): Partial<NewMessage> => ({
  template: { kind: 'signInCode', pin, minutes },
  expiresAt: new Date(api.clock.now() + minutes * MINUTE)
})
const rows = () => api.engine.db.select().from(schema.messages).orderBy(asc(schema.messages.id))
const only = async () => {
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  if (!row) throw new Error('there is no message')
  return row
}
const send = () => sendDue(ctx, 'email')
/** Header of a mail, unfolded. */
const header = (source: string, name: string): string =>
  new RegExp(`^${name}:(?:\\r\\n)? ([^\\r]*(?:\\r\\n[ \\t][^\\r]*)*)`, 'im').exec(source)?.[1]?.replace(/\r\n\s+/g, ' ') ?? ''

describe('a mail', () => {
  test('goes out as text and as a page, in the reader’s language, under its own name', async () => {
    const link = `https://shuka.test${localePath('hy', '/reset-password')}?token=abc`
    await write({ template: { kind: 'passwordReset', pin: '123456', minutes: 10, link }, locale: 'hy' })
    const { key } = await only()
    expect(await send()).toEqual([])
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: 'hello@shuka.test', to: ['ani@mail.am'], user: 'shop' })
    const source = mail?.source ?? ''
    expect(header(source, 'Message-ID')).toBe(`<${key}@shuka.test>`)
    expect(header(source, 'Auto-Submitted')).toBe('auto-generated')
    expect(source).toMatch(/multipart\/alternative/)
    expect(source).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(source).not.toMatch(/src=|url\(/)
  })

  test('that may be unwanted is ended by one post of the reader’s mail program, and by nothing less', async () => {
    const client = await api.person()
    const userId = client.userId ?? 0
    const contact = 'unwanted@mail.am'
    await api.engine.db.update(schema.users).set({ email: contact, emailVerified: true }).where(eq(schema.users.id, userId))
    await client.call(notifications.changeSettings, { body: { status: [0, 3], news: [0] } })
    const to = { type: 'email', contact } as const
    const facts = { number: '100001', total: 2_500, window: '14:20–14:35', suppliers: 'Nrneni', link: 'https://shuka.test/x' }
    const order = (step: 'confirmed' | 'onWay') => write({ to, userId, template: { kind: 'order', step, ...facts } })
    const sentHeader = async (): Promise<string> => {
      await send()
      const source = smtp.mails.at(-1)?.source ?? ''
      const address = header(source, 'List-Unsubscribe')
      expect(header(source, 'List-Unsubscribe-Post')).toBe(address && 'List-Unsubscribe=One-Click')
      return address.slice(1, -1)
    }
    const post = async (address: string) =>
      (
        await api
          .guest()
          .fetch(new URL(address).pathname, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
      ).status
    const channels = async () => (await client.call(notifications.settings)).topics.map((topic) => topic.channels.join())

    await order('confirmed')
    expect(await sentHeader(), 'a confirmation is always sent').toBe('')
    await write({ to, userId, ...code('123456') })
    expect(await sentHeader()).toBe('')
    await order('onWay')
    const status = await sentHeader()
    await write({ to, userId, template: { kind: 'news', title: 'News', text: 'Text', link: 'https://shuka.test/n' } })
    const news = await sentHeader()
    expect(new Set([status, news]).size).toBe(2)

    expect(await post(status.replace('.status.', '.news.'))).toBe(404)
    expect(await post(`${status}x`.replace(/.x$/, status.endsWith('A') ? 'Q' : 'A'))).toBe(404)
    expect((await api.guest().fetch(new URL(status).pathname)).status, 'opening it changes nothing').toBe(303)
    expect(await channels()).toEqual(['0', '0,3', '0'])
    expect([await post(status), await post(status)]).toEqual([204, 204])
    expect(await channels()).toEqual(['0', '3', '0'])
    expect(await post(news)).toBe(204)
    expect(await channels()).toEqual(['0', '3', '99'])

    const guesses = await Promise.all(Array.from({ length: 600 }, () => post(`${news}x`)))
    expect(guesses.filter((answer) => answer === 429).length, 'those above are counted too').toBeGreaterThan(0)
    expect(guesses.every((answer) => answer === 404 || answer === 429)).toBe(true)
  })

  test('is written with the transaction that causes it, or not at all', async () => {
    const failing = withTransaction(ctx, async (tx) => {
      await write({}, tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows()).toEqual([])
    await withTransaction(ctx, (tx) => write({}, tx))
    await send()
    expect(smtp.mails).toHaveLength(1)
  })

  test('is sent once, however many processes look, and never again after it was taken', async () => {
    for (let i = 0; i < 25; i += 1) await write({ to: { type: 'email', contact: `n${i}@mail.am` } })
    // One whose connection broke is due again after a pause.
    for (let round = 0; round < 20 && (await rows()).some(({ state }) => state !== 'sent'); round += 1) {
      await Promise.all([send(), send(), send()])
      api.clock.advance(MINUTE)
    }
    expect((await rows()).filter(({ state }) => state !== 'sent').map(({ reason }) => reason)).toEqual([])
    expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(Array.from({ length: 25 }, (_, i) => `n${i}@mail.am`).sort())
    api.clock.advance(DAY)
    await send()
    expect(smtp.mails).toHaveLength(25)
  })

  test('holds a secret only until it is out', async () => {
    await write(code('123456'))
    await send()
    expect(smtp.mails[0]?.source).toContain('123456')
    expect(await only()).toMatchObject({ state: 'sent', body: '', html: '', subject: '' })
  })
})

describe('a server that fails', () => {
  test('is asked again after pauses that grow, then the message is a dead letter that can be sent again', async () => {
    await write()
    smtp.faults.push(...Array<'busy'>(MAX_ATTEMPTS).fill('busy'))
    const pauses: number[] = []
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      expect(await send()).toEqual([])
      const { state, attempts, reason, dueAt } = await only()
      expect({ state, attempts, reason }).toEqual({ state: 'waiting', attempts: attempt, reason: 'SMTP 451 EENVELOPE RCPT' })
      pauses.push((dueAt?.getTime() ?? 0) - api.clock.now())
      expect(await send()).toEqual([])
      api.clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(pauses[0]).toBe(5_000)
    expect(await send()).toMatchObject([{ kind: 'passwordChanged', attempts: MAX_ATTEMPTS }])
    const [dead] = await listDeadLetters(ctx)
    expect(dead).toMatchObject({ state: 'failed', recipient: 'ani@mail.am', attempts: MAX_ATTEMPTS, reason: 'SMTP 451 EENVELOPE RCPT' })
    expect(await requeue(ctx, (dead?.id ?? 0) + 1)).toBe(0)
    expect(await requeue(ctx, dead?.id ?? 0)).toBe(1)
    await send()
    expect(smtp.mails).toHaveLength(1)
    expect(await listDeadLetters(ctx)).toEqual([])
  })

  test('says for good that there is nobody: nobody asks again, and what the server said is not kept', async () => {
    await write()
    smtp.faults.push('refuse recipient')
    expect(await send()).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'failed', attempts: 1, reason: 'SMTP 550 EENVELOPE RCPT', dueAt: null })
  })

  test('does not know us, is silent, or breaks off: the mail waits, and comes under the same name', async () => {
    await write()
    const { key } = await only()
    for (const fault of ['refuse login', 'silent', 'take and break off'] as const) {
      smtp.faults.push(fault)
      expect(await send()).toEqual([])
      expect(await only()).toMatchObject({ state: 'waiting' })
      api.clock.advance(DAY)
    }
    await send()
    expect(await only()).toMatchObject({ state: 'sent', attempts: 4 })
    expect(smtp.mails.map(({ source }) => header(source, 'Message-ID'))).toEqual([`<${key}@shuka.test>`, `<${key}@shuka.test>`])
  }, 20_000)

  test('is nobody’s lock: other work goes on, and what a killed process held is due again when its lease is over', async () => {
    await write()
    const leaseMs = MINUTE
    expect(await claimDue(ctx, 'email', 10, leaseMs)).toHaveLength(1)
    await send()
    expect(smtp.mails).toEqual([])
    await api.engine.db.update(schema.messages).set({ createdAt: new Date(api.clock.now()) })
    api.clock.advance(leaseMs)
    await send()
    expect(smtp.mails).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
  })
})

describe('codes', () => {
  test('that are dead are not sent any more, and not kept', async () => {
    await write(code('111111'))
    api.clock.advance(10 * MINUTE)
    await send()
    expect(smtp.mails).toEqual([])
    expect(await only()).toMatchObject({ state: 'expired', body: '', html: '' })
  })

  test('that wait are replaced by a newer one to the same contact, and by no other', async () => {
    await write(code('111111'))
    await write({ ...code('333333'), to: { type: 'email', contact: 'other@mail.am' } })
    await write(code('222222'))
    await send()
    const sent = smtp.mails.map(({ source }) => /\b(\d)\1{5}\b/.exec(source)?.[0]).sort()
    expect(sent).toEqual(['222222', '333333'])
    expect((await rows())[0]).toMatchObject({ state: 'expired', body: '' })
  })

  test('given up are blanked once they are dead, and cannot be sent again', async () => {
    await write(code('111111'))
    smtp.faults.push('refuse recipient')
    await send()
    api.clock.advance(11 * MINUTE)
    expect(await requeue(ctx, 'all')).toBe(0)
    await sweepMessages(ctx)
    expect(await only()).toMatchObject({ state: 'failed', body: '', html: '' })
  })
})

describe('what is over', () => {
  test('is removed: after a month, dead letters after three', async () => {
    await write()
    await write({ to: { type: 'email', contact: 'gone@mail.am' } })
    await send()
    await api.engine.db.update(schema.messages).set({ state: 'failed' }).where(eq(schema.messages.recipient, 'gone@mail.am'))
    api.clock.advance(31 * DAY)
    await sweepMessages(ctx)
    expect((await rows()).map(({ recipient }) => recipient)).toEqual(['gone@mail.am'])
    api.clock.advance(60 * DAY)
    await sweepMessages(ctx)
    expect(await rows()).toEqual([])
  })
})

test('a call waits for somebody of the shop, and is gone when it is too late', async () => {
  const call = (recipient: string, minutes: number) => ({
    ...{ channel: 'call' as const, kind: 'order', recipient, body: 'Call about 100001', anonymousId: '', state: 'waiting' as const },
    expiresAt: new Date(api.clock.now() + minutes * MINUTE)
  })
  await api.engine.db.insert(schema.messages).values([call('+37491000001', 120), call('+37491000002', 5)])
  api.clock.advance(10 * MINUTE)
  const [first, ...others] = await listCalls(ctx)
  expect(others).toEqual([])
  expect(first).toMatchObject({ recipient: '+37491000001', about: 'Call about 100001' })
  expect(await markCalled(ctx, first?.id ?? 0)).toBe(true)
  expect(await markCalled(ctx, first?.id ?? 0)).toBe(false)
  expect(await listCalls(ctx)).toEqual([])
})
