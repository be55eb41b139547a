import type { PushSubscriptionInput } from '#contract/notifications/calls.ts'

/** unsupported: no service workers (no https, or an old browser). */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Port to the browser's push messages. */
export interface BrowserPush {
  state: () => Promise<PushState>
  /** The current subscription, or null. */
  current: () => Promise<PushSubscriptionInput | null>
  /** Asks for permission and subscribes; null when denied. */
  subscribe: (key: string) => Promise<PushSubscriptionInput | null>
  /** Removes the subscription of this browser; resolves to its endpoint, or null. */
  unsubscribe: () => Promise<string | null>
}

const WORKER = '/push-worker.js'

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const inputOf = (subscription: PushSubscription): PushSubscriptionInput | null => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

const find = async (): Promise<PushSubscription | null> => {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return registration ? registration.pushManager.getSubscription() : null
}

/** Whether a subscription uses the server's current key; one of another key receives nothing. */
const isFor = ({ options }: PushSubscription, key: string): boolean => {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/** The port of a real browser. The worker is registered only when push is turned on. */
export const browserPush: BrowserPush = {
  state: async () => {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    return (await find()) ? 'on' : 'off'
  },
  current: async () => {
    const subscription = await find()
    return subscription && inputOf(subscription)
  },
  subscribe: async (key) => {
    if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return null
    await navigator.serviceWorker.register(WORKER, { scope: '/' })
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    if (existing && isFor(existing, key)) return inputOf(existing)
    await existing?.unsubscribe()
    return inputOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  },
  unsubscribe: async () => {
    const subscription = await find()
    await subscription?.unsubscribe()
    return subscription?.endpoint ?? null
  }
}
