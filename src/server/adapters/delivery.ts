/** It will never be taken: no such recipient, a text the other side refuses. Trying again is of no use. */
export class DeliveryRefused extends Error {}

/** Not taken now, or nobody knows: away, busy, slow, an answer nobody understands. `waitSeconds`: how long the other side asks to wait. */
export class DeliveryFailed extends Error {
  readonly waitSeconds: number
  constructor(reason: string, waitSeconds = 0) {
    super(reason)
    this.waitSeconds = waitSeconds
  }
}

/** The browser behind a push subscription is gone for good. */
export class SubscriptionGone extends Error {}
