import { followEvents } from '#client/events.ts'
import { orders, type OrderEvent } from '#contract/orders.ts'
import { environment } from './environment.ts'

type Listener = (event: OrderEvent) => void

const listeners = new Set<Listener>()
let stop: (() => void) | null = null

const readEvent = (data: string): OrderEvent | null => {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'orderNumber' in value ? (value as OrderEvent) : null
  } catch {
    return null
  }
}

/** Hears what happens to the person's orders; one stream for all who listen. Answers how to stop. */
export const followOrders = (listener: Listener): (() => void) => {
  listeners.add(listener)
  stop ??= followEvents({
    caller: environment().caller,
    endpoint: orders.events,
    onEvent: ({ data }) => {
      const event = readEvent(data)
      if (event) for (const hear of listeners) hear(event)
    }
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}
