import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ROOT } from '#tests/support/sources.ts'

interface Shown {
  title: string
  options: { body?: string; lang?: string; tag?: string; data?: { url?: string } }
}
const ORIGIN = 'https://shuka.test'

/** The worker in a browser that has these tabs open. */
const startWorker = (tabs: string[] = []) => {
  const listeners = new Map<string, (event: unknown) => void>()
  const shown: Shown[] = []
  const opened: string[] = []
  const focused: string[] = []
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, hear: (event: unknown) => void) => void listeners.set(name, hear),
    registration: { showNotification: (title: string, options: Shown['options']) => Promise.resolve(void shown.push({ title, options })) },
    clients: {
      matchAll: () => Promise.resolve(tabs.map((url) => ({ url, focus: () => void focused.push(url) }))),
      openWindow: (url: string) => void opened.push(url)
    }
  }
  runInContext(readFileSync(join(ROOT, 'public/push-worker.js'), 'utf8'), createContext({ self, URL }))
  const happen = async (name: string, event: object): Promise<void> => {
    const waits: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => void waits.push(work) })
    await Promise.all(waits)
  }
  return {
    shown,
    opened,
    focused,
    push: (text: string) => happen('push', { data: { json: () => JSON.parse(text) as unknown } }),
    click: (url?: string) => happen('notificationclick', { notification: { close: () => undefined, data: { url } } })
  }
}

test('a push is shown in its language, and what cannot be read is not', async () => {
  const worker = startWorker()
  const told = { title: 'Պատվեր 100001', body: 'ճանապարհին է', lang: 'hy', tag: 'order-100001', url: '/account/orders/100001' }
  await worker.push(JSON.stringify(told))
  await worker.push('rubbish')
  await worker.push('{}')
  const { title, body, lang, tag, url } = told
  expect(worker.shown).toMatchObject([{ title, options: { body, lang, tag, data: { url } } }])
})

test('a press opens the order, in the tab that shows it already, and never another site', async () => {
  const worker = startWorker([`${ORIGIN}/account/orders/100001?from=login`])
  await worker.click('/account/orders/100001')
  await worker.click('/ru/account/orders/100002')
  await worker.click('https://evil.example/')
  await worker.click()
  expect(worker.focused).toHaveLength(1)
  expect(worker.opened).toEqual([`${ORIGIN}/ru/account/orders/100002`, `${ORIGIN}/`])
})
