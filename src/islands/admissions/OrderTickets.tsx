import { useEffect } from 'react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { statusKey } from '#islands/orders/order-words.ts'
import { saveTickets } from '#stores/orders/seen-tickets.ts'
import { TicketList } from './TicketList.tsx'
import styles from './admissions.module.css'

/** The tickets of a paid order, in the place of its way. */
export const OrderTickets = ({ order }: { order: OrderDetails }) => {
  const t = useWords('orders', 'tickets')
  const { admissions, orderNumber } = order
  useEffect(() => saveTickets(orderNumber, admissions), [orderNumber, admissions])
  return (
    <section className={styles.page} aria-label={t('tickets:title')}>
      <p className={styles.status}>{t(statusKey(order))}</p>
      {admissions.some(({ state }) => state === 'valid') && <p className="muted">{t('tickets:show')}</p>}
      {admissions.length > 0 && <TicketList list={admissions} label={t('tickets:title')} />}
    </section>
  )
}
