import { ECDH } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { DeliveryFailed, DeliveryRefused, SubscriptionGone } from '../delivery.ts'
import { post } from '../post.ts'
import type { PushSender } from './port.ts'

export interface WebPushOptions {
  /** Of the configuration; made once and kept in the database otherwise. */
  keys: VapidKeys | null
  /** mailto: or https: of who runs the shop, for the push services. */
  subject: string
  /** Origins besides the known services. */
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

/** Only who pushes reads it. */
const library = async () => (await import('web-push')).default

/** Web push (RFC 8030, 8291, 8292): encrypted for one browser, signed with the shop's keys. */
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
      if (!isPoint(p256dh)) throw new SubscriptionGone('keys nobody can encrypt for')
      const { generateRequestDetails } = await library()
      const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...(await readKeys()) },
        ...{ TTL: ttlSeconds, urgency: 'normal', topic, contentEncoding: 'aes128gcm' }
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

/** A browser's key is a point of the curve; for anything else nobody can encrypt. */
const isPoint = (key: string): boolean => {
  try {
    return ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1').length > 0
  } catch {
    // No address at all.
    return false
  }
}

/** Insert first: of several processes that start at once, one pair wins and all read that one. Browsers subscribe with it, so it never changes. */
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
  if (!winner) throw new Error('the keys of push messages could not be kept')
  return winner
}
