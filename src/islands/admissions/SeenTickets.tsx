import { useStore } from '@nanostores/react'
import { useWords } from '#islands/ui/use-words.ts'
import { $user } from '#stores/auth/session.ts'
import { $seenTickets, type SeenTicket } from '#stores/orders/seen-tickets.ts'
import { TicketFace } from './TicketFace.tsx'
import styles from './admissions.module.css'

/**
 * The tickets of an order, or all of the person, as they were seen last, while there is no connection. Words are asked for where there are
 * some: the browser has them then.
 */
export const SeenTickets = ({ number }: { number?: string }) => {
  const user = useStore($user)
  const { orders } = useStore($seenTickets)
  const tickets = orders.filter((order) => (number ? order.number === number : order.userId === user?.id)).flatMap((order) => order.tickets)
  return tickets.length > 0 ? <Seen tickets={tickets} /> : null
}

const Seen = ({ tickets }: { tickets: readonly SeenTicket[] }) => {
  const t = useWords('tickets')
  return (
    <section className={styles.page} aria-label={t('tickets:title')}>
      <p className="muted">{t('tickets:offline')}</p>
      <ul className={styles.list} aria-label={t('tickets:title')}>
        {tickets.map((ticket) => (
          <TicketFace key={ticket.number} {...ticket} />
        ))}
      </ul>
    </section>
  )
}
