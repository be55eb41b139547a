import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { formatAmd } from '#domain/money.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton, Spinner } from '#islands/ui/Spinner.tsx'
import { $clock } from '#stores/clock.ts'
import { environment } from '#stores/environment.ts'
import { cancelOrder, payBy } from '#stores/orders/order-actions.ts'
import { countdown, payableFor } from '#stores/orders/order-view.ts'
import { useOrder } from './use-order.ts'
import styles from './orders.module.css'

/** Payment state of the order and its actions. Renders nothing when no payment is due. */
export const PayOrder = ({ number }: { number: string }) => {
  const { state, reload } = useOrder(number)
  if (state.state === 'loading') return <Skeleton lines={3} />
  if (state.state !== 'ready') return null
  const { order } = state
  if (order.payment === 'awaiting') return <Awaiting order={order} onExpired={reload} />
  return order.payment === 'processing' ? <Processing order={order} /> : null
}

const Processing = ({ order: { trackingStatus, paymentKey } }: { order: OrderDetails }) => {
  const t = useT('orders')
  const cancelled = trackingStatus === TRACKING_STATUS.CANCELED
  return (
    <section className={styles.pay} aria-live="polite">
      <h3>
        {!cancelled && <Spinner />} {t(cancelled ? orderMethod(paymentKey, 'refunding') : 'orders:processingTitle')}
      </h3>
      {!cancelled && <p>{t('orders:processingText')}</p>}
    </section>
  )
}

/** Shown when the bank could not be reached as the order was placed (`payment=unreachable` in the URL). */
const isBankUnreachable = (): boolean => /[?&]payment=unreachable\b/.test(environment().path())

const Awaiting = ({ order, onExpired }: { order: OrderDetails; onExpired: () => void }) => {
  const t = useT('orders')
  const locale = useLocale()
  const now = useStore($clock)
  const tasks = [useStore(payBy.$state), useStore(cancelOrder.$state)]
  const [pressed, setPressed] = useState<PaymentMethodId | null>(null)
  const remainingMs = now === 0 ? null : payableFor(order, now)
  const expired = remainingMs === 0
  useEffect(() => {
    if (expired) onExpired()
  }, [expired, onExpired])
  const busy = tasks.some(({ state }) => state === 'pending')
  const failed = tasks.find((one) => one.state === 'failed')
  const again = isBankUnreachable()
  const { cardRefusal, paymentId, paymentKey, payableBy } = order
  const price = formatAmd(order.orderPrice, locale)
  const own = orderMethod(paymentKey, cardRefusal ? 'payOther' : again ? 'payAgain' : 'pay')
  // The order's own method first, then the alternatives.
  const methods = payableBy.toSorted((a, b) => Number(b.id === paymentId) - Number(a.id === paymentId))
  const pay = (id: PaymentMethodId): void => {
    setPressed(id)
    void payBy.submit({ orderNumber: order.orderNumber, paymentId: id })
  }
  return (
    <section className={styles.pay} aria-label={t('orders:payment')}>
      <h3>{t('orders:awaitingTitle')}</h3>
      {again && !cardRefusal && <p>{t('orders:bankUnreachable')}</p>}
      {cardRefusal && (
        <p className={styles.refused}>
          <Icon name="alert" /> {t(cardRefusal === 'funds' ? 'orders:declinedFunds' : 'orders:declinedText')}
        </p>
      )}
      <p>{remainingMs === null ? t('orders:awaitingPlain') : t('orders:awaitingText', { left: countdown(remainingMs) })}</p>
      <div className={styles.actions}>
        {methods.map(({ id, key, icon }) => (
          <Button
            key={id}
            look={id === paymentId ? 'brand' : 'plain'}
            pending={pressed === id && tasks[0]?.state === 'pending'}
            disabled={busy}
            onClick={() => pay(id)}
          >
            <Icon name={icon} /> {t(id === paymentId ? own : orderMethod(key, 'instead'), { price })}
          </Button>
        ))}
        <Button look="quiet" pending={tasks[1]?.state === 'pending'} disabled={busy} onClick={() => void cancelOrder.submit(order)}>
          {t('orders:backToBasket')}
        </Button>
      </div>
      <p className={styles.error} role="alert">
        {failed?.state === 'failed' && (failed.failure.message || t('states:failedText'))}
      </p>
    </section>
  )
}
