import { followEvents } from '#client/events.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import { environment } from '#stores/environment.ts'

export interface OrderListener {
  hear: (event: OrderEvent) => void
  /** The stream is up (again): what happened before it was is asked for. */
  catchUp: () => void
}

const listeners = new Set<OrderListener>()
let stop: (() => void) | null = null

const readEvent = (data: string): OrderEvent | null => {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'orderNumber' in value ? (value as OrderEvent) : null
  } catch {
    // No event that anybody can read.
    return null
  }
}

const follow = (): (() => void) =>
  followEvents({
    caller: environment().caller,
    endpoint: orders.events,
    onEvent: ({ data }) => {
      const event = readEvent(data)
      if (event) for (const { hear } of listeners) hear(event)
    },
    onState: (live) => {
      if (live) for (const { catchUp } of listeners) catchUp()
    }
  })

/** Hears what happens to the person's orders; one stream for all who listen. Answers how to stop. */
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
