import type { GroupOrderEvent } from '#contract/group-orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { GROUPS_CHANNEL } from '#server/services/baskets/group/announce-change.ts'
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
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<unknown> | null = null
  let readAgain = false
  let closed = false
  let isFailing = false
  let listening: Promise<(() => Promise<void>) | null> | null = null

  const read = async (): Promise<void> => {
    while (readAgain) {
      readAgain = false
      if (closed) return
      const ids = [...new Set([...subscriptions].map(({ groupOrderId }) => groupOrderId))]
      if (ids.length === 0) return
      const found = await readSnapshots(engine.db, ids)
      for (const [id, snapshot] of found) deliver(id, snapshot)
    }
  }
  const deliver = (groupOrderId: number, now: GroupSnapshot): void => {
    const before = snapshots.get(groupOrderId)
    snapshots.set(groupOrderId, now)
    const id = nameOfSnapshot(now)
    const happened = before ? eventsBetween(before, now) : []
    for (const subscription of [...subscriptions]) {
      if (subscription.groupOrderId !== groupOrderId || subscription.known === id) continue
      // Somebody who has just come, or back, does not know what happened before.
      const events: readonly GroupOrderEvent[] =
        before && subscription.known === nameOfSnapshot(before) ? happened : [{ type: 'changed', memberId: null }]
      subscription.known = id
      for (const event of events) subscription.onEvent({ ...event, id })
      const isIn = [...now.members.values()].some(({ userId }) => userId === subscription.userId)
      if (!isIn) subscription.onClose()
    }
  }
  const wake = (): void => {
    if (closed || subscriptions.size === 0) return
    readAgain = true
    // A failed read loses nothing: the next tick reads again. Logged once until a read succeeds.
    reading ??= read()
      .then(
        () => (isFailing = false),
        (cause: unknown) => {
          if (!isFailing) log('error', 'group orders cannot be read', cause)
          isFailing = true
        }
      )
      .finally(() => {
        reading = null
        if (readAgain) wake()
      })
  }
  const stopTicking = (): void => {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    subscribe: (subscription) => {
      if (closed) {
        subscription.onClose()
        return () => undefined
      }
      subscriptions.add(subscription)
      timer ??= setInterval(wake, pollMs).unref()
      // LISTEN failed: polling serves without it.
      listening ??= engine.listen(GROUPS_CHANNEL, wake).catch(() => null)
      wake()
      return () => {
        subscriptions.delete(subscription)
        const { groupOrderId } = subscription
        if (![...subscriptions].some((other) => other.groupOrderId === groupOrderId)) snapshots.delete(groupOrderId)
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
