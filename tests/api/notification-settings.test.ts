import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import type { NotificationSettings } from '#contract/notifications/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

interface Change {
  confirmation?: number[]
  status?: number[]
  news?: number[]
  promotionalInfo?: boolean
}
const choose = (client: Client, body: Change) => client.call(notifications.changeSettings, { body })
const channelsOf = ({ topics }: NotificationSettings) => Object.fromEntries(topics.map(({ topic, channels }) => [topic, channels]))
const change = (client: Client, values: Partial<typeof schema.users.$inferInsert>) =>
  api.engine.db
    .update(schema.users)
    .set(values)
    .where(eq(schema.users.id, client.userId ?? 0))
const withEmail = (client: Client, email: string, emailVerified = true) => change(client, { email, emailVerified })
const withoutPhone = (client: Client) => change(client, { phoneVerified: false })

describe('settings', () => {
  test('begin with order confirmations to the contact there is, the address before the phone', async () => {
    const client = await api.person()
    const now = async () => {
      const settings = await client.call(notifications.settings)
      return { ...channelsOf(settings), allowed: settings.topics.map(({ allowed }) => allowed) }
    }
    const byPhone = {
      confirmation: [1],
      status: [3],
      news: [99],
      allowed: [
        [1, 2, 3],
        [1, 3],
        [1, 3]
      ]
    }
    expect(await now()).toEqual(byPhone)
    await withEmail(client, 'later@mail.am', false)
    expect(await now()).toEqual(byPhone)
    await withEmail(client, 'later@mail.am')
    expect(await now()).toEqual({
      confirmation: [0],
      status: [3],
      news: [99],
      allowed: [
        [0, 1, 2, 3],
        [0, 1, 3],
        [0, 1, 3]
      ]
    })
    await withoutPhone(client)
    expect(await now()).toEqual({
      confirmation: [0],
      status: [3],
      news: [99],
      allowed: [
        [0, 3],
        [0, 3],
        [0, 3]
      ]
    })
    await withEmail(client, 'later@mail.am', false)
    expect(await now()).toEqual({ confirmation: [99], status: [3], news: [99], allowed: [[3], [3], [3]] })
  })

  test('offer and take no channel without its proven contact, and name the topic', async () => {
    const client = await api.person()
    await expect(choose(client, { confirmation: [0] })).rejects.toMatchObject({
      type: 'NOTIFICATION_CHANNEL_NOT_FOUND',
      field: 'confirmation'
    })
    await withEmail(client, 'only@mail.am')
    await choose(client, { confirmation: [1, 2], status: [0, 1] })
    await withoutPhone(client)
    await expect(choose(client, { promotionalInfo: true, news: [0, 1] })).rejects.toMatchObject({ field: 'news' })
    // What was chosen and is gone is no longer chosen; where nothing is left, the contact there is speaks.
    const left = await client.call(notifications.settings)
    expect(channelsOf(left)).toEqual({ confirmation: [0], status: [0], news: [99] })
    expect(left.promotionalInfo).toBe(false)
  })

  test('keep what is chosen', async () => {
    const client = await api.person()
    const first = await client.call(notifications.settings)
    expect(first).toMatchObject({ promotionalInfo: false, email: null, phone: expect.stringMatching(/^\+374 9\d ••• •\d\d$/) as unknown })
    expect(first.pushKey).toMatch(/^B[\w-]{86}$/)
    const changed = await choose(client, { confirmation: [3, 2, 1, 1], status: [99], promotionalInfo: true })
    expect(channelsOf(changed)).toEqual({ confirmation: [1, 2, 3], status: [99], news: [99] })
    expect(channelsOf(await choose(client, { news: [1] }))).toEqual({ confirmation: [1, 2, 3], status: [99], news: [1] })
    const again = await client.call(notifications.settings)
    expect(again.promotionalInfo).toBe(true)
    expect(again.pushKey).toBe(first.pushKey)
  })

  test('know no other channels', async () => {
    const client = await api.person()
    for (const body of [{ confirmation: [4] }, { status: [2] }, { news: [2] }, { status: [0, 99] }])
      await expect(choose(client, body)).rejects.toMatchObject({ type: 'NOTIFICATION_CHANNEL_NOT_FOUND', code: 463 })
    expect(channelsOf(await client.call(notifications.settings))).toEqual({ confirmation: [1], status: [3], news: [99] })
    for (const body of [{ status: ['0'] }, { status: 0 }, { promotionalInfo: 'yes' }, { status: [-1] }])
      expect((await client.raw('PATCH', '/user/profile/notifications/settings', { body })).status).toBe(400)
  })
})
