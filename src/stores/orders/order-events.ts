import { followEvents } from '#client/events.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import { environment } from '#stores/environment.ts'

export interface OrderListener {
  onEvent: (event: OrderEvent) => void
  /** The stream is connected (again): events missed before must be loaded. */
  reload: () => void
}

const listeners = new Set<OrderListener>()
let stop: (() => void) | null = null

const readEvent = (data: string): OrderEvent | null => {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'orderNumber' in value ? (value as OrderEvent) : null
  } catch {
    // Malformed event.
    return null
  }
}

const follow = (): (() => void) =>
  followEvents({
    caller: environment().caller,
    endpoint: orders.events,
    onEvent: ({ data }) => {
      const event = readEvent(data)
      if (event) for (const { onEvent } of listeners) onEvent(event)
    },
    onState: (live) => {
      if (live) for (const { reload } of listeners) reload()
    }
  })

/** Subscribes to events of the user's orders; all listeners share one stream. Returns the function that unsubscribes. */
export const followOrders = (listener: OrderListener): (() => void) => {
  listeners.add(listener)
  stop ??= follow()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}
