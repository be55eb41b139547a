import type { OrderEvent } from '#contract/orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { newestEvent, readSince } from './read-since.ts'
import { EVENTS_CHANNEL } from './record-order-event.ts'
import { createWokenReader } from './woken-reader.ts'

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

  const read = async (): Promise<boolean> => {
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
  const deliver = (subscription: Subscription, userId: number, id: number, event: OrderEvent): void => {
    if (subscription.userId !== userId || subscription.cursor === null || subscription.cursor >= id) return
    subscription.cursor = id
    subscription.onEvent(event)
  }
  const reader = createWokenReader({
    ...{ engine, pollMs, read, channel: EVENTS_CHANNEL },
    isNeeded: () => subscriptions.size > 0,
    onFailure: (cause) => log('error', 'order events cannot be read', cause)
  })

  return {
    wake: reader.wake,
    subscribe: (userId, onEvent, fromId, onClose = () => undefined) => {
      if (reader.isClosed()) {
        onClose()
        return () => undefined
      }
      const subscription: Subscription = { userId, cursor: fromId ?? null, onEvent, onClose }
      subscriptions.add(subscription)
      reader.start()
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0) reader.pause()
      }
    },
    close: async () => {
      const closing = reader.close()
      for (const { onClose } of [...subscriptions]) onClose()
      subscriptions.clear()
      await closing
    }
  }
}
