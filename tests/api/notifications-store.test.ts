import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BrowserPush, PushState } from '#client/browser-push.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { createBrowser } from '#tests/support/push-service.ts'
import { answerOf, createStorage, openTab } from '#tests/support/tab.ts'

const SERVICE = 'http://127.0.0.1:9'
let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { PUSH_ORIGINS: SERVICE } })
})
afterAll(() => api.close())
beforeEach(() => void createStorage())

const openPage = async (client: Client) => {
  const tab = await openTab({ client, path: '/en/account/notifications' })
  const stores = {
    ...(await import('#stores/notifications/notifications.ts')),
    ...(await import('#stores/notifications/settings.ts')),
    ...(await import('#stores/notifications/push.ts')),
    ...(await import('#stores/auth/session.ts'))
  }
  const stops = [stores.$notifications.listen(() => undefined), stores.$settings.listen(() => undefined)]
  await stores.restoreSession()
  await tab.pass()
  const list = () => {
    const shown = stores.$notifications.get()
    if (shown.state !== 'ready') throw new Error(`the list is ${shown.state}`)
    return shown
  }
  const settings = () => {
    const shown = stores.$settings.get()
    if (shown.state !== 'ready') throw new Error(`the settings are ${shown.state}`)
    return shown
  }
  return { ...stores, tab, list, settings, stop: () => stops.forEach((stop) => stop()) }
}
const told = async (client: Client, count: number, first = 100_000): Promise<void> => {
  const row = (number: number) => ({
    ...{ userId: client.userId ?? 0, kind: 'order' as const, subject: String(first + number), status: 1 },
    words: { step: 'confirmed', total: '2500', from: String(NOON), to: String(NOON + 900_000), hy: 'Նռնենի', en: 'Nrneni', ru: 'Нрнени' }
  })
  if (count > 0) await api.engine.db.insert(schema.notifications).values(Array.from({ length: count }, (_, i) => row(i)))
}
const persons = async (count: number): Promise<Client> => {
  const client = await api.person()
  client.cookies.set('buy_access_token', client.token ?? '')
  await told(client, count)
  return client
}

describe('the list', () => {
  test('grows by pages, and what was opened is read and leads to its order', async () => {
    const page = await openPage(await persons(23))
    expect(page.list()).toMatchObject({ totalCount: 23, unreadCount: 23 })
    expect(page.list().list).toHaveLength(20)
    await page.loadMoreNotifications()
    expect(page.list().list).toHaveLength(23)
    const [first] = page.list().list
    if (!first) throw new Error('the list is empty')
    await page.openNotification(first)
    expect(page.list().unreadCount).toBe(22)
    expect(page.list().list.slice(0, 2)).toMatchObject([{ id: first.id, isRead: true }, { isRead: false }])
    expect(page.tab.went).toEqual([`/en/account/orders/${first.path.split('/').at(-1) ?? ''}`])
    await page.readAll()
    expect(page.list().unreadCount).toBe(0)
    page.stop()
  })

  test('read as a whole shows what came meanwhile, which is read by the next press', async () => {
    const client = await persons(2)
    const page = await openPage(client)
    await told(client, 3, 200_000)
    await page.readAll()
    expect(page.list()).toMatchObject({ totalCount: 5, unreadCount: 3 })
    expect(page.list().list.map(({ isRead }) => isRead)).toEqual([false, false, false, true, true])
    await page.readAll()
    expect(page.list().unreadCount).toBe(0)
    page.stop()
  })

  test('takes back what the server did not hear, goes on all the same, and offers a lost page again', async () => {
    const page = await openPage(await persons(21))
    page.tab.answers.set('PUT /user/profile/notifications/read', () => answerOf(999, 'CUSTOM'))
    await page.readAll()
    expect(page.list().unreadCount).toBe(21)
    const [first] = page.list().list
    let release = (): void => undefined
    page.tab.answers.set(
      'PUT /user/profile/notifications/read',
      () => new Promise<Response>((resolve) => (release = () => resolve(answerOf(999, 'CUSTOM'))))
    )
    const opened = first && page.openNotification(first)
    page.tab.now += 400
    const passed = page.tab.pass(1)
    await opened
    expect(page.tab.went).toHaveLength(1)
    release()
    await passed
    page.tab.answers.set('GET /user/profile/notifications', () => answerOf(999, 'CUSTOM'))
    await page.loadMoreNotifications()
    expect(page.list()).toMatchObject({ more: 'failed' })
    page.tab.answers.clear()
    await page.loadMoreNotifications()
    expect(page.list().list).toHaveLength(21)
    page.stop()
  })

  test('of a guest says that signing in is needed', async () => {
    const page = await openPage(api.guest())
    expect([page.$notifications.get().state, page.$settings.get().state]).toEqual(['signedOut', 'signedOut'])
    page.stop()
  })
})

describe('settings', () => {
  test('are kept one after the other, the last press wins', async () => {
    const client = await persons(0)
    const page = await openPage(client)
    const presses = [
      page.chooseChannels('status', [1]),
      page.chooseChannels('status', []),
      page.chooseChannels('status', [1, 3]),
      page.choosePromotion(true)
    ]
    expect(page.settings().settings.topics[1]?.channels).toEqual([1, 3])
    await Promise.all(presses)
    const kept = await client.call(notifications.settings)
    expect(kept.topics[1]?.channels).toEqual([1, 3])
    expect(kept.promotionalInfo).toBe(true)
    await page.chooseChannels('status', [])
    expect((await client.call(notifications.settings)).topics[1]?.channels).toEqual([99])
    page.stop()
  })

  test('that are refused are taken back and said', async () => {
    const page = await openPage(await persons(0))
    page.tab.answers.set('PATCH /user/profile/notifications/settings', () =>
      answerOf(463, 'NOTIFICATION_CHANNEL_NOT_FOUND', 'no such channel')
    )
    await page.chooseChannels('confirmation', [3])
    expect(page.settings()).toMatchObject({ failure: { message: 'no such channel' } })
    expect(page.settings().settings.topics[0]?.channels).toEqual([1])
    page.stop()
  })

  test('grow with a contact that is proven while they are shown', async () => {
    const client = await persons(0)
    const page = await openPage(client)
    const pin = await import('#stores/auth/code.ts')
    const { confirmContact } = await import('#stores/credentials/contact-change.ts')
    const email = `grown.${client.userId}@mail.am`
    expect(page.settings().settings).toMatchObject({ email: null, topics: [{ allowed: [1, 2, 3] }, {}, {}] })
    await pin.sendCode.submit({ type: 'email', contact: email }, 'confirm')
    expect(await confirmContact.submit(await api.code(email))).toBe(true)
    await page.tab.pass()
    expect(page.settings().settings).toMatchObject({ email: expect.any(String) as unknown, topics: [{ allowed: [0, 1, 2, 3] }, {}, {}] })
    page.stop()
  })
})

describe('push in this browser', () => {
  const browserThat = (answer: 'allows' | 'refuses', begins: PushState = 'off') => {
    const { subscription } = createBrowser(SERVICE, crypto.randomUUID())
    const browser = { state: begins, asked: 0, subscription }
    const port: BrowserPush = {
      state: () => Promise.resolve(browser.state),
      current: () => Promise.resolve(browser.state === 'on' ? subscription : null),
      subscribe: () => {
        browser.asked += 1
        browser.state = answer === 'allows' ? 'on' : 'denied'
        return Promise.resolve(answer === 'allows' ? subscription : null)
      },
      unsubscribe: () => {
        const had = browser.state === 'on'
        browser.state = 'off'
        return Promise.resolve(had ? subscription.endpoint : null)
      }
    }
    return { browser, port }
  }
  const known = () => api.engine.db.select().from(schema.pushSubscriptions)
  const endpoints = async () => (await known()).map(({ endpoint }) => endpoint)

  test('asks only when it is turned on, is quiet when refused, and can be turned off', async () => {
    const page = await openPage(await persons(0))
    const [refusing, allowing] = [browserThat('refuses'), browserThat('allows')]
    page.usePushPort(refusing.port)
    await page.lookAtPush()
    expect(page.$push.get()).toBe('off')
    expect(refusing.browser.asked).toBe(0)
    await page.switchPush.submit(true, 'key')
    expect([page.$push.get(), page.switchPush.$state.get().state]).toEqual(['denied', 'idle'])
    page.usePushPort(allowing.port)
    await page.switchPush.submit(true, 'key')
    expect(page.$push.get()).toBe('on')
    expect(await endpoints()).toContain(allowing.browser.subscription.endpoint)
    await page.switchPush.submit(false, 'key')
    expect(page.$push.get()).toBe('off')
    expect(await endpoints()).not.toContain(allowing.browser.subscription.endpoint)
    page.stop()
  })

  test('goes on when somebody signs in again where it was on, and is not even looked for elsewhere', async () => {
    const client = await persons(0)
    const page = await openPage(client)
    const { browser, port } = browserThat('allows', 'on')
    page.usePushPort(port)
    const pin = await import('#stores/auth/code.ts')
    const signing = await import('#stores/auth/auth.ts')
    const signIn = async (): Promise<void> => {
      api.clock.advance(61_000)
      const contact = page.$user.get()?.phone ?? ''
      await (await import('#stores/auth/sign-out.ts')).signOut()
      await pin.sendCode.submit({ type: 'phone', contact })
      await signing.login.submit(await api.code(contact))
    }
    await signIn()
    expect(await endpoints()).not.toContain(browser.subscription.endpoint)
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
    await signIn()
    vi.unstubAllGlobals()
    expect(await endpoints()).toContain(browser.subscription.endpoint)
    expect(browser.asked).toBe(0)
    page.stop()
  })

  test('that the shop could not keep is off again, and one kept before is the person’s who is signed in now', async () => {
    const page = await openPage(await persons(0))
    const { browser, port } = browserThat('allows')
    page.usePushPort(port)
    page.tab.answers.set('POST /user/profile/notifications/push', () => answerOf(999, 'CUSTOM'))
    await page.switchPush.submit(true, 'key')
    expect([page.$push.get(), browser.state, page.switchPush.$state.get().state]).toEqual(['off', 'off', 'failed'])
    page.tab.answers.clear()
    const before = browserThat('allows', 'on')
    page.usePushPort(before.port)
    await page.lookAtPush()
    expect(before.browser.asked).toBe(0)
    expect(await endpoints()).toContain(before.browser.subscription.endpoint)
    page.stop()
  })
})
