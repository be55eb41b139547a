import type { Admission } from '#contract/admissions/calls.ts'
import { $user } from '#stores/auth/session.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

/** More orders, and tickets of each, than anybody needs on one evening. */
const MAX_KEPT = 5
const MAX_TICKETS = 20

const isSeenTickets = isShape({
  version: isExactly(1),
  orders: isListOf(
    isShape({
      userId: isNumber,
      number: isText,
      tickets: isListOf(
        isShape({
          number: isText,
          name: isText,
          supplier: isText,
          address: isText,
          /** ISO; empty for any day until `expiresAt`. */
          admissionAt: isText,
          expiresAt: isText,
          qr: isShape({ size: isNumber, path: isText })
        })
      )
    })
  )
})
/** The tickets that were seen last, the newest order first, for a page without a connection. */
export type SeenTickets = Of<typeof isSeenTickets>
export type SeenTicket = SeenTickets['orders'][number]['tickets'][number]

const $seenTickets = savedStore<SeenTickets>('root:tickets', isSeenTickets, { version: 1, orders: [] })
export { $seenTickets }

/** What a ticket is stored as; null once it cannot be used. */
export const seenTicket = ({ number, name, options, supplier, place, admissionAt, expiresAt, qr }: Admission): SeenTicket | null =>
  qr && {
    ...{ number, name: [name, ...options].join(', '), supplier: supplier.name, address: place.address },
    ...{ admissionAt: admissionAt ?? '', expiresAt, qr }
  }

/** Without it the tickets are shown while the page is open. */
const keepPage = (): void => void import('#client/offline-page.ts').then(({ storePage }) => storePage()).catch(() => undefined)

/** Stores the tickets of a person that can be used, the next one first, and the page that shows them. */
export const saveAllTickets = (admissions: readonly Admission[]): void => {
  const userId = $user.get()?.id
  if (userId === undefined) return
  const usable = admissions.flatMap((admission) => {
    const ticket = seenTicket(admission)
    return ticket ? [{ number: admission.orderNumber, ticket }] : []
  })
  const orders = [...Map.groupBy(usable, ({ number }) => number)].map(([number, own]) => ({
    ...{ userId, number },
    tickets: own.map(({ ticket }) => ticket).slice(0, MAX_TICKETS)
  }))
  if (orders.length > 0) keepPage()
  $seenTickets.set({ version: 1, orders: orders.slice(0, MAX_KEPT) })
}

/** Stores the tickets of an order that can be used, and the page that shows them. */
export const saveTickets = (number: string, admissions: readonly Admission[]): void => {
  const userId = $user.get()?.id
  if (userId === undefined) return
  const tickets = admissions.flatMap((admission) => seenTicket(admission) ?? []).slice(0, MAX_TICKETS)
  const others = $seenTickets.get().orders.filter((order) => order.number !== number && order.userId === userId)
  if (tickets.length > 0) keepPage()
  $seenTickets.set({ version: 1, orders: [...(tickets.length > 0 ? [{ userId, number, tickets }] : []), ...others].slice(0, MAX_KEPT) })
}
