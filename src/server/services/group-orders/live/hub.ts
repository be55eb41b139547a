import type { GroupOrderEvent } from '#contract/group-orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { GROUPS_CHANNEL } from '#server/services/baskets/group/announce-change.ts'
import { createWokenReader } from '#server/services/events/woken-reader.ts'
import { eventsBetween, nameOfSnapshot, readSnapshots, type GroupSnapshot } from './snapshot.ts'

export interface GroupSubscription {
  groupOrderId: number
  userId: number
  /** The name of the last snapshot that the listener knows; another one than now is a change. */
  known: string | null
  onEvent: (event: GroupOrderEvent & { id: string }) => void
  /** The hub stops, or the person is in the group order no more. */
  onClose: () => void
}

export interface GroupHub {
  /** Calls back with what happens in a group order from now on. Returns a function that ends the subscription. */
  subscribe(subscription: GroupSubscription): () => void
  /** Ends all subscriptions and stops polling. */
  close(): Promise<void>
}

interface Options {
  pollMs?: number
  log?: (level: 'error', text: string, cause: unknown) => void
}

/**
 * Streams what happens in group orders inside one process: one query for all that somebody listens to, when a NOTIFY says that something has
 * changed, and every second in case one was lost.
 */
export const createGroupHub = (engine: Engine, { pollMs = 1_000, log = () => undefined }: Options = {}): GroupHub => {
  const subscriptions = new Set<GroupSubscription>()
  const snapshots = new Map<number, GroupSnapshot>()

  const read = async (): Promise<boolean> => {
    const ids = [...new Set([...subscriptions].map(({ groupOrderId }) => groupOrderId))]
    for (const [id, snapshot] of await readSnapshots(engine.db, ids)) deliver(id, snapshot)
    return false
  }
  const deliver = (groupOrderId: number, now: GroupSnapshot): void => {
    const before = snapshots.get(groupOrderId)
    snapshots.set(groupOrderId, now)
    const [earlierId, id] = [before && nameOfSnapshot(before), nameOfSnapshot(now)]
    const happened = before ? eventsBetween(before, now) : []
    const people = new Set([...now.members.values()].map(({ userId }) => userId))
    for (const subscription of [...subscriptions]) {
      if (subscription.groupOrderId !== groupOrderId || subscription.known === id) continue
      // Somebody who has just come, or back, does not know what happened before.
      const events: readonly GroupOrderEvent[] = subscription.known === earlierId ? happened : [{ type: 'changed', memberId: null }]
      subscription.known = id
      for (const event of events) subscription.onEvent({ ...event, id })
      if (!people.has(subscription.userId)) subscription.onClose()
    }
  }
  const reader = createWokenReader({
    ...{ engine, pollMs, read, channel: GROUPS_CHANNEL },
    isNeeded: () => subscriptions.size > 0,
    onFailure: (cause) => log('error', 'group orders cannot be read', cause)
  })

  return {
    subscribe: (subscription) => {
      if (reader.isClosed()) {
        subscription.onClose()
        return () => undefined
      }
      subscriptions.add(subscription)
      reader.start()
      return () => {
        subscriptions.delete(subscription)
        const { groupOrderId } = subscription
        if (![...subscriptions].some((other) => other.groupOrderId === groupOrderId)) snapshots.delete(groupOrderId)
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
