import { lazy, Suspense } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import { labelled } from '#i18n/labelled.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { $clock } from '#stores/clock.ts'
import type { OrderState } from '#stores/orders/order.ts'
import { isLate, isOngoing } from '#stores/orders/order-view.ts'
import { arrivalKey, fulfilmentOfOrder, isFetched, momentWords, statusKey, stepKey, windowWords } from './order-words.ts'
import { Way } from './Way.tsx'
import styles from './orders.module.css'

/** Of orders of which something has run out: loaded on demand. */
const Replacements = lazy(async () => ({ default: (await import('./replacements/Replacements.tsx')).Replacements }))

/** Of orders that bring gift cards: loaded on demand. */
const OrderGiftCards = lazy(async () => ({ default: (await import('./gift-cards/OrderGiftCards.tsx')).OrderGiftCards }))

/** What is shown at a counter or an entrance: loaded on demand; without a connection it is there where the browser had it before. */
export const ShownCodes = lazy(async () => ({ default: (await import('./codes/ShownCodes.tsx').catch(() => null))?.ShownCodes ?? nothing }))
const nothing = (_: { number: string; state: OrderState }) => <></>

export interface OrderShown {
  order: OrderDetails
  /** The delivery window before a change that was seen on this page. */
  moved: { from: string; to: string } | null
}

/** The order's state, its delivery window, the way, and the steps with their times. An unpaid order has none of them yet. */
export const Tracking = ({ order, moved }: OrderShown) => {
  const t = useT('orders')
  const locale = useLocale()
  if (order.payment === 'awaiting') return null
  if (fulfilmentOfOrder(order) === 'admission')
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <ShownCodes number={order.orderNumber} state={{ state: 'ready', order, moved }} />
      </Suspense>
    )
  const delivered = order.steps.find(({ trackingStatus }) => trackingStatus === TRACKING_STATUS.DELIVERED)?.at
  return (
    <section className={styles.tracking} aria-label={t('orders:progress')}>
      <p className={styles.status}>{t(order.trackingStatus === TRACKING_STATUS.NEW ? 'orders:confirmed' : statusKey(order))}</p>
      {isOngoing(order) && <Arrival order={order} moved={moved} />}
      {order.replacements.length > 0 && (
        <Suspense>
          <Replacements order={order} />
        </Suspense>
      )}
      {delivered && (
        <p>
          {labelled(t(arrivalKey(order, 'arrived')), locale)} <strong>{momentWords(delivered, locale)}</strong>
        </p>
      )}
      {!isFetched(order) && <Way order={order} />}
      <Steps order={order} />
      {order.giftCards.length > 0 && (
        <Suspense>
          <OrderGiftCards order={order} />
        </Suspense>
      )}
      {isOngoing(order) && <p className={`muted ${styles.small}`}>{t('orders:live')}</p>}
    </section>
  )
}

const Arrival = ({ order, moved }: OrderShown) => {
  const t = useT('orders')
  const locale = useLocale()
  const now = useStore($clock)
  const { movedFrom } = order
  const before = movedFrom ?? moved
  const reason = movedFrom ? (movedFrom.words ?? t(`orders:movedReason.${movedFrom.reason}`)) : ''
  return (
    <div>
      <p>
        {labelled(t(arrivalKey(order, 'arrival')), locale)} <strong>{windowWords(order.deliveryFrom, order.deliveryTo, locale)}</strong>
      </p>
      {before && <p>{t('orders:moved', { before: windowWords(before.from, before.to, locale), reason }).trim()}</p>}
      {isLate(order, now) && (
        <p className={styles.refused}>
          <Icon name="clock" /> {t('orders:late')}
        </p>
      )}
    </div>
  )
}

const Steps = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const locale = useLocale()
  return (
    <ol className={styles.steps}>
      {order.steps.map(({ trackingStatus, at }) => {
        const isCurrent = trackingStatus === order.trackingStatus
        const done = at !== null || trackingStatus < order.trackingStatus
        const cancelled = trackingStatus === TRACKING_STATUS.CANCELED
        const look = [styles.step, done && styles.done, isCurrent && styles.current, cancelled && styles.cancelled]
        return (
          <li key={trackingStatus} className={look.filter(Boolean).join(' ')} aria-current={isCurrent ? 'step' : undefined}>
            <span className={styles.dot}>{done && <Icon name={cancelled ? 'cross' : 'check'} />}</span>
            <span className={styles.stepName}>{t(stepKey(order, trackingStatus, done && !isCurrent ? 'past' : 'step'))}</span>
            <span className={styles.stepTime}>{at ? momentWords(at, locale) : ''}</span>
          </li>
        )
      })}
    </ol>
  )
}
