import type { OrderCard } from '#contract/orders/calls.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { formatAmd } from '#domain/money.ts'
import { labelled } from '#i18n/labelled.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { isOngoing, isPayer } from '#stores/orders/order-view.ts'
import { OrderAgain, OrderTogetherAgain } from './OrderAgain.tsx'
import { arrivalKey, fulfilmentOfOrder, groupWords, statusKey, windowWords } from './order-words.ts'
import styles from './orders.module.css'

export const HistoryCard = ({ order }: { order: OrderCard }) => {
  const t = useT('orders', 'history')
  const locale = useLocale()
  const ongoing = isOngoing(order)
  const isOfTickets = fulfilmentOfOrder(order) === 'admission'
  const { orderNumber } = order
  const name = t('orders:number', { number: orderNumber })
  const follow = t(isOfTickets && order.payment !== 'awaiting' ? 'history:showTickets' : 'history:track')
  return (
    <li className={styles.card}>
      <div className={styles.partTitle}>
        <h3>
          <a className={styles.link} href={orderPath(orderNumber)}>
            {name}
          </a>
        </h3>
        <span className={ongoing ? 'badge badge-brand' : 'badge'}>{t(statusKey(order))}</span>
      </div>
      <p className={styles.what}>{order.suppliers.map((supplier) => supplier.name).join(', ')}</p>
      <p className="muted">
        {formatDateTime(Date.parse(order.createdAt))} · {t('history:items', { count: order.itemsCount })} ·{' '}
        {formatAmd(order.orderPrice, locale)}
      </p>
      {order.group && (
        <p>
          {t('orders:group.title')}. {groupWords(order.group, t, locale)}
        </p>
      )}
      {order.refunded > 0 && <p>{t('history:refundedAmount', { amount: formatAmd(order.refunded, locale) })}</p>}
      {ongoing && !isOfTickets && order.payment !== 'awaiting' && (
        <p>
          {labelled(t(arrivalKey(order, 'arrival')), locale)} <strong>{windowWords(order.deliveryFrom, order.deliveryTo, locale)}</strong>
        </p>
      )}
      <div className={styles.actions}>
        {order.payment === 'awaiting' && isPayer(order) && (
          <Button look="brand" aria-label={`${t('history:payNow')}, ${name}`} onClick={() => openModal('payment-method', { orderNumber })}>
            {t('history:payNow')}
          </Button>
        )}
        {ongoing && (
          <Button aria-label={`${follow}, ${name}`} onClick={() => openModal('order-tracking', { orderNumber })}>
            {follow}
          </Button>
        )}
        {!ongoing && <OrderAgain order={order} />}
        {!ongoing && <OrderTogetherAgain order={order} />}
        <Button look="quiet" aria-label={`${t('history:details')}, ${name}`} onClick={() => openModal('order-details', { orderNumber })}>
          {t('history:details')}
        </Button>
      </div>
    </li>
  )
}
