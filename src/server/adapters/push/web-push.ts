import { ECDH } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { DeliveryFailed, DeliveryRefused, SubscriptionGone } from '../delivery.ts'
import { post } from '../post.ts'
import type { PushSender } from './port.ts'

export interface WebPushOptions {
  /** From the configuration; null: generated once and stored in the database. */
  keys: VapidKeys | null
  /** Contact of the operator for the push services, mailto: or https:. */
  subject: string
  /** Additional origins besides SERVICES. */
  origins: readonly string[]
  timeoutMs: number
}
interface VapidKeys {
  publicKey: string
  privateKey: string
}

const SETTING = 'push.vapid'
/** Chrome and Android, Firefox, Windows, Apple. */
const SERVICES = [/^fcm\.googleapis\.com$/, /\.push\.services\.mozilla\.com$/, /\.notify\.windows\.com$/, /(^|\.)push\.apple\.com$/]

/** The library is loaded on first use. */
const library = async () => (await import('web-push')).default

/** Web push (RFC 8030, 8291, 8292): encrypted for a browser, signed with the shop's keys. */
export const createWebPush = (db: Db, { keys, subject, origins, timeoutMs }: WebPushOptions): PushSender => {
  let keysPromise: Promise<VapidKeys> | null = keys && Promise.resolve(keys)
  const readKeys = (): Promise<VapidKeys> => {
    keysPromise ??= storedKeys(db).catch((cause: unknown) => {
      keysPromise = null
      throw cause
    })
    return keysPromise
  }
  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint)
    if (!url || url.username !== '' || endpoint.length > 2_000) return false
    if (origins.includes(url.origin)) return true
    return url.protocol === 'https:' && url.port === '' && SERVICES.some((service) => service.test(url.hostname))
  }
  return {
    accepts,
    publicKey: async () => (await readKeys()).publicKey,
    send: async ({ target, payload, ttlSeconds, topic }) => {
      if (!accepts(target.endpoint)) throw new SubscriptionGone('not a push service')
      const { endpoint, p256dh, auth } = target
      if (!isPoint(p256dh)) throw new SubscriptionGone('invalid encryption keys')
      const { generateRequestDetails } = await library()
      const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...(await readKeys()) },
        TTL: ttlSeconds,
        urgency: 'normal',
        topic,
        contentEncoding: 'aes128gcm'
      })
      const headers = Object.fromEntries(
        Object.entries(details.headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)]]))
      )
      const { status, waitSeconds } = await post(endpoint, { headers, body: Uint8Array.from(details.body) }, timeoutMs)
      if (status >= 200 && status < 300) return
      if (status === 404 || status === 410) throw new SubscriptionGone(`HTTP ${status}`)
      throw status === 400 || status === 413 ? new DeliveryRefused(`HTTP ${status}`) : new DeliveryFailed(`HTTP ${status}`, waitSeconds)
    }
  }
}

/** Whether a browser's key is a point of the curve, which encryption needs. */
const isPoint = (key: string): boolean => {
  try {
    return ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1').length > 0
  } catch {
    // Not a valid key.
    return false
  }
}

/** Returns the stored keys, generated on first use. Insert then read: of concurrent processes one pair wins. Browsers subscribe with it, so it never changes. */
const storedKeys = async (db: Db): Promise<VapidKeys> => {
  const { settings } = schema
  const find = async (): Promise<VapidKeys | null> => {
    const [row] = await db.select().from(settings).where(eq(settings.key, SETTING))
    const [publicKey, privateKey] = row?.value.split(' ') ?? []
    return publicKey && privateKey ? { publicKey, privateKey } : null
  }
  const stored = await find()
  if (stored) return stored
  const { publicKey, privateKey } = (await library()).generateVAPIDKeys()
  await db
    .insert(settings)
    .values({ key: SETTING, value: `${publicKey} ${privateKey}` })
    .onConflictDoNothing()
  const winner = await find()
  if (!winner) throw new Error('the keys of push messages could not be stored')
  return winner
}
