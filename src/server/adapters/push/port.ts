export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Push {
  target: PushTarget
  /** JSON that the service worker reads; at most 3,000 bytes. */
  payload: string
  /** The push service keeps it so long for a browser that is off. */
  ttlSeconds: number
  /** A newer one with the same topic takes the place of one not delivered yet; at most 32 characters of base64url. */
  topic: string
}

/** Hands a message to the push service of a browser. Throws SubscriptionGone, DeliveryRefused or DeliveryFailed. */
export interface PushSender {
  /** What browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether an address is one of a push service: anything else would be a way to make this server call others. */
  accepts(endpoint: string): boolean
  send(push: Push): Promise<void>
}
