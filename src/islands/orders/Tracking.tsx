import type { OrderDetails } from '#contract/orders/calls.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { momentWords, statusKey, windowWords } from './order-words.ts'
import styles from './orders.module.css'

interface TrackingProps {
  order: OrderDetails
  /** The delivery window before its last change. */
  moved: { from: string; to: string } | null
}

/** The order's state, its delivery window, and the steps with their times. */
export const Tracking = ({ order, moved }: TrackingProps) => {
  const t = useT('orders')
  const locale = useLocale()
  const delivered = order.steps.find(({ trackingStatus }) => trackingStatus === TRACKING_STATUS.DELIVERED)?.at
  const isNew = order.trackingStatus === TRACKING_STATUS.NEW && order.payment !== 'awaiting'
  return (
    <section className={styles.tracking} aria-label={t('orders:progress')}>
      <p className={styles.status}>{t(isNew ? 'orders:confirmed' : statusKey(order))}</p>
      {isOngoing(order) && order.payment !== 'awaiting' && (
        <p>
          {t('orders:arrival')}: <strong>{windowWords(order.deliveryFrom, order.deliveryTo, locale)}</strong>
          {moved && <span className={styles.block}>{t('orders:moved', { before: windowWords(moved.from, moved.to, locale) })}</span>}
        </p>
      )}
      {delivered && (
        <p>
          {t('orders:arrived')}: <strong>{momentWords(delivered, locale)}</strong>
        </p>
      )}
      <Steps order={order} />
      {isOngoing(order) && <p className={`muted ${styles.small}`}>{t('orders:live')}</p>}
    </section>
  )
}

const Steps = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const locale = useLocale()
  return (
    <ol className={styles.steps}>
      {order.steps.map(({ trackingStatus, at }) => {
        // An order is accepted only after it is paid.
        const isCurrent = trackingStatus === order.trackingStatus && order.payment !== 'awaiting'
        const done = at !== null || trackingStatus < order.trackingStatus
        const cancelled = trackingStatus === TRACKING_STATUS.CANCELED
        const look = [styles.step, done && styles.done, isCurrent && styles.current, cancelled && styles.cancelled]
        return (
          <li key={trackingStatus} className={look.filter(Boolean).join(' ')} aria-current={isCurrent ? 'step' : undefined}>
            <span className={styles.dot}>{done && <Icon name={cancelled ? 'cross' : 'check'} />}</span>
            <span className={styles.stepName}>
              {t(`orders:step${trackingStatus}`)}
              {done && !isCurrent && <span className="hidden-visually"> ({t('orders:done')})</span>}
            </span>
            <span className={styles.stepTime}>{at ? momentWords(at, locale) : ''}</span>
          </li>
        )
      })}
    </ol>
  )
}
