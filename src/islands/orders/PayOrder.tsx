import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import { formatAmd } from '#domain/money.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton, Spinner } from '#islands/ui/Spinner.tsx'
import { $clock } from '#stores/clock.ts'
import { environment } from '#stores/environment.ts'
import { cancelOrder, payByCard, payInCash } from '#stores/orders/order-actions.ts'
import { countdown, keptFor } from '#stores/orders/order-view.ts'
import { useOrder } from './use-order.ts'
import styles from './orders.module.css'

/** How the order stands with its money, and what can be done about it. Nothing for an order that asks for nothing. */
export const PayOrder = ({ number }: { number: string }) => {
  const { state, reload } = useOrder(number)
  if (state.state === 'loading') return <Skeleton lines={3} />
  if (state.state !== 'ready') return null
  const { order } = state
  if (order.payment === 'awaiting') return <Awaiting order={order} onExpired={reload} />
  return order.payment === 'processing' ? <Processing cancelled={order.trackingStatus === TRACKING_STATUS.CANCELED} /> : null
}

const Processing = ({ cancelled }: { cancelled: boolean }) => {
  const t = useT('orders')
  return (
    <section className={styles.pay} aria-live="polite">
      <h3>
        {!cancelled && <Spinner />} {t(cancelled ? 'orders:refunding' : 'orders:processingTitle')}
      </h3>
      {!cancelled && <p>{t('orders:processingText')}</p>}
    </section>
  )
}

/** The bank could not be reached when the order was made: the address of the page says so. */
const isBankUnreachable = (): boolean => /[?&]payment=unreachable\b/.test(environment().path())

const Awaiting = ({ order, onExpired }: { order: OrderDetails; onExpired: () => void }) => {
  const t = useT('orders')
  const locale = useLocale()
  const now = useStore($clock)
  const tasks = [useStore(payByCard.$state), useStore(payInCash.$state), useStore(cancelOrder.$state)]
  const left = now === 0 ? null : keptFor(order, now)
  const expired = left === 0
  useEffect(() => {
    if (expired) onExpired()
  }, [expired, onExpired])
  const busy = tasks.some(({ state }) => state === 'pending')
  const failed = tasks.find((one) => one.state === 'failed')
  const again = isBankUnreachable()
  const { cardRefusal } = order
  const price = formatAmd(order.orderPrice, locale)
  const payKey = cardRefusal ? 'orders:payOther' : again ? 'orders:payAgain' : 'orders:payCard'
  return (
    <section className={styles.pay} aria-label={t('orders:payment')}>
      <h3>{t('orders:awaitingTitle')}</h3>
      {again && !cardRefusal && <p>{t('orders:bankUnreachable')}</p>}
      {cardRefusal && (
        <p className={styles.refused}>
          <Icon name="alert" /> {t(cardRefusal === 'funds' ? 'orders:declinedFunds' : 'orders:declinedText')}
        </p>
      )}
      <p>{left === null ? t('orders:awaitingPlain') : t('orders:awaitingText', { left: countdown(left) })}</p>
      <div className={styles.actions}>
        <Button look="brand" pending={tasks[0]?.state === 'pending'} disabled={busy} onClick={() => void payByCard.submit(order)}>
          <Icon name="card" /> {t(payKey, { price })}
        </Button>
        <Button pending={tasks[1]?.state === 'pending'} disabled={busy} onClick={() => void payInCash.submit(order)}>
          <Icon name="cash" /> {t('orders:payCash')}
        </Button>
        <Button look="quiet" pending={tasks[2]?.state === 'pending'} disabled={busy} onClick={() => void cancelOrder.submit(order)}>
          {t('orders:backToBasket')}
        </Button>
      </div>
      <p className={styles.error} role="alert">
        {failed?.state === 'failed' && (failed.failure.message || t('states:failedText'))}
      </p>
    </section>
  )
}
