import type { OrderEvent } from '#contract/orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { newestEvent, readSince } from './read-since.ts'
import { EVENTS_CHANNEL } from './record-order-event.ts'

export interface EventHub {
  /**
   * Calls back with every order event of a person after `fromId` (missing: from now on), in order and once each. `onClose` is called when
   * the hub stops. Returns a function that ends the subscription.
   */
  subscribe(userId: number, onEvent: (event: OrderEvent) => void, fromId?: number, onClose?: () => void): () => void
  /** Polls for new events now instead of at the next tick. */
  wake(): void
  /** Ends all subscriptions and stops polling. */
  close(): Promise<void>
}

interface Subscription {
  userId: number
  /** null until the position of "now" is known. */
  cursor: number | null
  onEvent: (event: OrderEvent) => void
  onClose: () => void
}

/** Streams the rows of `events` inside one process. NOTIFY wakes it but may be lost, so it also polls while anybody is subscribed. */
export const createEventHub = (
  engine: Engine,
  { pollMs = 1_000, log = () => undefined }: { pollMs?: number; log?: (level: 'error', text: string, cause: unknown) => void } = {}
): EventHub => {
  const subscriptions = new Set<Subscription>()
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<unknown> | null = null
  let pollAgain = false
  let closed = false
  let isFailing = false
  let listening: Promise<(() => Promise<void>) | null> | null = null

  /** Polls once; returns true when there may be more. */
  const poll = async (): Promise<boolean> => {
    if (closed || subscriptions.size === 0) return false
    for (const waiting of subscriptions) waiting.cursor ??= await newestEvent(engine.db, waiting.userId)
    const lowest = new Map<number, number>()
    for (const { userId, cursor } of subscriptions) if (cursor !== null) lowest.set(userId, Math.min(cursor, lowest.get(userId) ?? cursor))
    const found = await readSince(
      engine.db,
      [...lowest].map(([userId, id]) => ({ userId, id }))
    )
    for (const { id, userId, event } of found) for (const subscription of subscriptions) deliver(subscription, userId, id, event)
    return found.length > 0
  }
  const read = async (): Promise<void> => {
    let more = true
    while (more) {
      pollAgain = false
      more = (await poll()) || pollAgain
    }
  }
  const deliver = (subscription: Subscription, userId: number, id: number, event: OrderEvent): void => {
    if (subscription.userId !== userId || subscription.cursor === null || subscription.cursor >= id) return
    subscription.cursor = id
    subscription.onEvent(event)
  }
  const wake = (): void => {
    if (closed || subscriptions.size === 0) return
    pollAgain = true
    // A failed poll loses nothing: the next tick polls again. Logged once until a poll succeeds.
    reading ??= read()
      .then(
        () => (isFailing = false),
        (cause: unknown) => {
          if (!isFailing) log('error', 'order events cannot be read', cause)
          isFailing = true
        }
      )
      .finally(() => {
        reading = null
        if (pollAgain) wake()
      })
  }
  const start = (): void => {
    timer ??= setInterval(wake, pollMs).unref()
    // LISTEN failed: polling serves without it.
    listening ??= engine.listen(EVENTS_CHANNEL, wake).catch(() => null)
  }
  const stopTicking = (): void => {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    wake,
    subscribe: (userId, onEvent, fromId, onClose = () => undefined) => {
      if (closed) {
        onClose()
        return () => undefined
      }
      const subscription: Subscription = { userId, cursor: fromId ?? null, onEvent, onClose }
      subscriptions.add(subscription)
      start()
      wake()
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0) stopTicking()
      }
    },
    close: async () => {
      closed = true
      stopTicking()
      for (const { onClose } of [...subscriptions]) onClose()
      subscriptions.clear()
      await reading
      const unlisten = await listening
      // The connection is already broken.
      await unlisten?.().catch(() => undefined)
    }
  }
}
