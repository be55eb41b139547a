import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as applications from '#contract/applications/calls.ts'
import { TELECOM_PLANS } from '#domain/applications/application.ts'
import { schema } from '#server/db/schema.ts'
import { operateApplications } from '#server/services/applications/operate-applications.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, refused } from '#tests/support/shopping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.close())
afterEach(() => {
  api.clock.set(NOON)
  expect(api.errors).toEqual([])
})

const HOUR = 3_600_000
let people = 0
/** A form of somebody new each time. */
const form = (change: object = {}) => {
  people += 1
  return {
    ...{ firstName: 'Ani', lastName: 'Sargsyan', phone: `091 ${String(100_000 + people)}`, email: `ani${people}@mail.am` },
    ...{ region: 'lori' as const, subject: 'idea' as const, message: 'More gata, please.', seconds: 40 },
    ...change
  }
}
const staff = (...words: string[]): Promise<string[]> => operateApplications(atWork(api), words)
/** From a network of its own each time, unless one is named. */
const from = (ip = `10.7.${people >> 8}.${people & 255}`) => ({ 'x-forwarded-for': ip })
const post = (body: object, ip?: string) =>
  api.guest().raw<{ number: string }>('POST', '/applications/contact', { body, headers: from(ip) })
const send = async (body: object, ip?: string): Promise<string> => {
  const { status, envelope } = await post(body, ip)
  expect([status, envelope.messages]).toEqual([200, []])
  return envelope.data?.number ?? ''
}
const mailsTo = (email: string) =>
  api.engine.db.select().from(schema.messages).where(eq(schema.messages.recipient, email)).orderBy(asc(schema.messages.id))
/** What a browser without script sends, and where it is led. */
const plainPost = async (path: string, fields: Record<string, string>): Promise<string> => {
  people += 1
  const answer = await api.guest().fetch(`/api${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
    body: new URLSearchParams(fields).toString()
  })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

describe('whoever writes to the market', () => {
  test('has a number, a mail that says so, and an answer by mail', async () => {
    const written = form({ message: 'Բարև\n<script>alert(1)</script>' })
    const number = await send(written)
    expect(number).toMatch(/^A\d{4,}$/)
    const [taken] = await mailsTo(written.email)
    expect(taken).toMatchObject({ channel: 'email', subject: `We’ve got your message No. ${number}` })
    // Nobody has confirmed the address: nothing of what was written goes there.
    expect(taken?.html).not.toContain('script')
    const listed = (await staff('list', 'contact')).filter((line) => line.startsWith(`${number} `))
    expect(listed).toHaveLength(1)
    expect(listed[0]).toContain(String.raw`"message":"Բարև\n<script>alert(1)</script>"`)
    expect(await staff('show', number)).toContain(`email  ${written.email}`)
    await expect(staff('answer', number)).rejects.toThrow('TEXT is missing')
    expect(await staff('answer', number, 'Gata', 'is', '<baking>.')).toEqual([`application ${number} is answered by mail`])
    const answered = (await mailsTo(written.email)).at(-1)
    expect(answered?.subject).toBe(`Answer to your message No. ${number}`)
    expect(answered?.body).toContain('Gata is <baking>.')
    expect(answered?.html).toContain('Gata is &lt;baking&gt;.')
    await expect(staff('answer', number, 'again')).rejects.toThrow('is answered already')
    await expect(staff('close', number)).rejects.toThrow('is answered already')
    expect((await staff('list')).join()).not.toContain(number)
  })

  test('once, however often the form is sent, also at once, until it has its answer', async () => {
    const written = form()
    const numbers = await Promise.all(Array.from({ length: 20 }, () => send(written, '10.8.0.1')))
    expect(new Set(numbers).size).toBe(1)
    expect(await mailsTo(written.email)).toHaveLength(1)
    expect(await send({ ...written, seconds: 90, email: written.email.toUpperCase() }, '10.8.0.1')).toBe(numbers[0])
    await staff('close', numbers[0] ?? '')
    expect(await send(written, '10.8.0.2')).not.toBe(numbers[0])
  })

  test('names the field that is wrong, and its cure', async () => {
    const cases: [object, string, RegExp][] = [
      [{ firstName: ' ' }, 'firstName', /fill/i],
      [{ lastName: 'x'.repeat(61) }, 'lastName', /60/],
      [{ phone: '12' }, 'phone', /\+374/],
      [{ email: 'ani' }, 'email', /@/],
      [{ region: 'paris' }, 'region', /yerevan/i],
      [{ subject: '' }, 'subject', /order/i],
      [{ message: '' }, 'message', /fill/i],
      [{ message: 'x'.repeat(3_001) }, 'message', /3[\s,]?000/]
    ]
    for (const [change, field, words] of cases) {
      const { status, envelope } = await post(form(change))
      expect([status, envelope.messages[0]?.type, envelope.messages[0]?.field]).toEqual([400, 'BAD_REQUEST', field])
      expect(envelope.messages[0]?.body).toMatch(words)
    }
    expect(await refused(api.guest().call(applications.contact, { body: form({ phone: '+1 212 555 0100' }) }))).toMatchObject({
      type: 'CHECK_REGISTERED_PHONE',
      field: 'phone'
    })
  })

  test('is not lost when only robots fill in a form so, but listed apart and sent no mail', async () => {
    for (const change of [{ website: 'https://buy.example' }, { seconds: 1 }]) {
      const written = form(change)
      const number = await send(written)
      expect(await mailsTo(written.email)).toEqual([])
      expect((await staff('list')).join()).not.toContain(number)
      expect((await staff('list', 'robots')).join()).toContain(number)
    }
  })

  test('gets through while a robot is stopped: ten an hour from an address, five a day about a contact', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) statuses.push((await post(form(), '10.9.0.1')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    const { envelope } = await post(form(), '10.9.0.1')
    expect(envelope).toMatchObject({ messages: [{ type: 'TOO_MANY_REQUESTS' }], data: { retryAfter: 3_600 } })
    expect((await post(form(), '10.9.1.1')).status).toBe(200)
    api.clock.set(NOON + HOUR)
    expect((await post(form(), '10.9.0.1')).status).toBe(200)

    const { phone, email } = form()
    const same: number[] = []
    for (let index = 0; index < 7; index += 1)
      same.push((await post(form({ phone, email, message: `No. ${index}` }), `10.10.${index}.1`)).status)
    expect(same).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await mailsTo(email)).toHaveLength(3)
  })
})

describe('the other forms', () => {
  test('of couriers, partners and for television are kept with what they ask, and called back', async () => {
    const { firstName, lastName, phone, email } = form()
    const guest = api.guest()
    const courier = await guest.call(applications.courier, {
      body: { firstName, lastName, phone, jobTitle: 'picker', courierType: 'bicycle' }
    })
    const partner = await guest.call(applications.partner, {
      body: { firstName, lastName, phone, email, companyName: 'Sevan LLC', companyType: 'C1' }
    })
    const telecom = await guest.call(applications.telecom, {
      body: { plan: TELECOM_PLANS[2].id, name: firstName, phone, address: 'Abovyan 1, 5', timeToCall: 'evening' }
    })
    const line = async (kind: string, number: string) => (await staff('list', kind)).find((one) => one.startsWith(number))
    expect(await line('courier', courier.number)).toContain('"courierType":"bicycle"')
    expect(await line('partner', partner.number)).toContain('"companyType":"C1"')
    expect(await line('telecom', telecom.number)).toContain('"timeToCall":"evening"')
    await expect(staff('answer', courier.number, 'Come')).rejects.toThrow(/has no mail address; call \+374/)
    expect(await staff('close', courier.number)).toEqual([`application ${courier.number} is closed`])
    await expect(staff('close', 'A999999')).rejects.toThrow('there is no application A999999')
    await expect(staff('close', '5')).rejects.toThrow('such as A1001')
    await expect(staff('list', 'paris')).rejects.toThrow('KIND is one of')
    await expect(staff('sell')).rejects.toThrow('there is no verb')
  })
})

describe('a browser without script', () => {
  const { seconds: _, ...fields } = form()

  test('is led back to the thanks of the page in its language', async () => {
    const { phone, email } = form()
    expect(await plainPost('/applications/contact', { ...fields, phone, email, website: '', language: 'ru' })).toBe('/ru/contact-us#sent')
    const [row] = await api.engine.db.select().from(schema.applications).orderBy(desc(schema.applications.id)).limit(1)
    expect(row).toMatchObject({ kind: 'contact', email, locale: 'ru', suspect: false })
    expect(row?.fields).not.toHaveProperty('language')
  })

  test('is led to the field that is wrong, or to what it says of anything else', async () => {
    expect(await plainPost('/applications/contact', { ...fields, phone: '1', language: 'hy' })).toBe('/contact-us#wrong-phone')
    expect(await plainPost('/services/join-team-telecom', { name: 'Ani', phone: '091 234567', language: 'en' })).toBe(
      '/en/tv-and-internet#wrong-address'
    )
    const { phone } = form()
    const places: string[] = []
    for (let index = 0; index < 6; index += 1)
      places.push(await plainPost('/applications/contact', { ...fields, phone, message: `No. ${index}`, language: 'en' }))
    expect(places.at(-1)).toBe('/en/contact-us#wrong')
    expect(await plainPost('/applications/contact', { ...fields, phone: '1', language: '//evil.example' })).toBe('/contact-us#wrong-phone')
  })
})
