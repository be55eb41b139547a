/** Permanent failure: no such recipient, or refused content. Not retried. */
export class DeliveryRefused extends Error {}

/** Temporary or unknown failure: away, busy, slow, unknown response. `waitSeconds`: Retry-After of the other side. */
export class DeliveryFailed extends Error {
  readonly waitSeconds: number
  constructor(reason: string, waitSeconds = 0) {
    super(reason)
    this.waitSeconds = waitSeconds
  }
}

/** The push subscription no longer exists. */
export class SubscriptionGone extends Error {}
