export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Push {
  target: PushTarget
  /** JSON that the service worker reads; at most 3,000 bytes. */
  payload: string
  /** How long the push service stores it for a browser that is offline. */
  ttlSeconds: number
  /** A newer message replaces an undelivered one with the same topic; at most 32 characters of base64url. */
  topic: string
}

/** Sends a message by the push service of a browser. Throws SubscriptionGone, DeliveryRefused or DeliveryFailed. */
export interface PushSender {
  /** The key that browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether a URL belongs to a push service; others are refused to prevent SSRF. */
  accepts(endpoint: string): boolean
  send(push: Push): Promise<void>
}
