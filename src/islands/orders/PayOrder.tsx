import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { cardTitle } from '#domain/cards/brand.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDate } from '#i18n/dates.ts'
import { orderMethod, payingMethod } from '#i18n/method-keys.ts'
import { Button } from '#islands/ui/Button.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton, Spinner } from '#islands/ui/Spinner.tsx'
import { $clock } from '#stores/clock.ts'
import { environment } from '#stores/environment.ts'
import { $cards, loadCards, usableCards } from '#stores/cards/cards.ts'
import { cancelOrder, payBy, type PaymentNote } from '#stores/orders/order-actions.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { countdown, dueOf, isPayer, payableFor } from '#stores/orders/order-view.ts'
import { PAYMENT_NOTES } from '#islands/payments/payment-notes.ts'
import { useOrder } from './use-order.ts'
import styles from './orders.module.css'

/** Of group orders for which everybody pays: loaded on demand. */
const WaitingForShares = lazy(async () => ({ default: (await import('#islands/group-orders/WaitingForShares.tsx')).WaitingForShares }))

/** Payment state of the order and its actions. Renders nothing when no payment is due. */
export const PayOrder = ({ number }: { number: string }) => {
  const { state, reload } = useOrder(number)
  if (state.state === 'loading') return <Skeleton lines={3} />
  if (state.state !== 'ready') return null
  const { order } = state
  if (!isPayer(order)) return null
  if (order.payment === 'awaiting' && order.collecting) {
    return (
      <Suspense fallback={<Skeleton lines={3} />}>
        <WaitingForShares order={order} link={order.collecting} />
      </Suspense>
    )
  }
  if (order.payment === 'awaiting') return <Awaiting order={order} onExpired={reload} />
  return order.payment === 'processing' ? <Processing order={order} /> : null
}

const Processing = ({ order: { trackingStatus, paymentKey } }: { order: OrderDetails }) => {
  const t = useT('orders', 'paying')
  const cancelled = trackingStatus === TRACKING_STATUS.CANCELED
  return (
    <section className={styles.pay} aria-live="polite">
      <h2>
        {!cancelled && <Spinner />} {t(cancelled ? orderMethod(paymentKey, 'refunding') : 'orders:processingTitle')}
      </h2>
      {!cancelled && <p>{t('paying:processingText')}</p>}
    </section>
  )
}

/** What a business has to transfer, and until when. */
const TransferDue = ({ order: { orderNumber: number, payBefore }, left }: { order: OrderDetails; left: number }) => {
  const t = useT('orders', 'paying')
  const locale = useLocale()
  // The order waits to the end of the day before.
  const day = payBefore ? formatDate(Date.parse(payBefore) - 1) : ''
  return (
    <>
      <p>{t('paying:transferDue.text', { amount: formatAmd(left, locale), day, number })}</p>
      <a className="button button-brand" href={localePath(locale, `/account/orders/${number}/invoice`)}>
        {t('paying:transferDue.open')}
      </a>
    </>
  )
}

/** What went wrong at the bank as the payment was started (`payment=unreachable` in the URL). */
const noteInPath = (): PaymentNote | null => {
  const [, note = ''] = /[?&]payment=(\w+)/.exec(environment().path()) ?? []
  return note in PAYMENT_NOTES ? (note as PaymentNote) : null
}

const Awaiting = ({ order, onExpired }: { order: OrderDetails; onExpired: () => void }) => {
  const t = useT('orders', 'paying')
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
  const note = noteInPath()
  const again = note !== null
  const cards = usableCards(useStore($cards))
  const saves = order.payableBy.find(({ savesCards }) => savesCards)
  const savesCards = saves !== undefined
  useEffect(() => {
    if (savesCards) void loadCards()
  }, [savesCards])
  const { cardRefusal, paymentId, paymentKey, payableBy } = order
  const price = formatAmd(dueOf(order), locale)
  const own = payingMethod(paymentKey, cardRefusal ? 'payOther' : again ? 'payAgain' : 'pay')
  // The order's own method first, then the alternatives.
  const methods = payableBy
    .filter((method) => isPayableHere(method) && (!order.invoice || method.id !== paymentId))
    .toSorted((a, b) => Number(b.id === paymentId) - Number(a.id === paymentId))
  const [part] = order.parts
  const shown = { orderNumber: order.orderNumber, ...(part ? { supplierId: part.supplier.id } : {}) }
  const pay = (id: PaymentMethodId): void => {
    setPressed(id)
    void payBy.submit({ ...shown, paymentId: id })
  }
  return (
    <section className={styles.pay} aria-label={t('orders:payment')}>
      <h2>{t(order.invoice ? 'paying:transferDue.title' : 'paying:awaitingTitle')}</h2>
      {note && !cardRefusal && <p>{t(PAYMENT_NOTES[note])}</p>}
      {cardRefusal && (
        <p className={styles.refused}>
          <Icon name="alert" /> {t(cardRefusal === 'funds' ? 'orders:declinedFunds' : 'orders:declinedText')}
        </p>
      )}
      {order.invoice && <TransferDue order={order} left={order.invoice.left} />}
      {!order.invoice && (
        <p>{remainingMs === null ? t('paying:awaitingPlain') : t('paying:awaitingText', { left: countdown(remainingMs) })}</p>
      )}
      <div className={styles.actions}>
        {methods.map(({ id, key, icon }) => (
          <Button
            key={id}
            look={id === paymentId ? 'brand' : 'plain'}
            pending={pressed === id && tasks[0]?.state === 'pending'}
            disabled={busy}
            onClick={() => pay(id)}
          >
            <MethodIcon name={icon} /> {t(id === paymentId ? own : payingMethod(key, 'instead'), { price })}
          </Button>
        ))}
        {saves &&
          cards.map(({ id, brand, lastFour }) => (
            <Button key={id} disabled={busy} onClick={() => void payBy.submit({ ...shown, paymentId: saves.id, boundCardId: id })}>
              <MethodIcon name={saves.icon} /> {t('paying:paySaved', { price, card: cardTitle(brand, lastFour) })}
            </Button>
          ))}
        {order.canCancel && (
          <Button look="quiet" pending={tasks[1]?.state === 'pending'} disabled={busy} onClick={() => void cancelOrder.submit(order)}>
            {t('paying:backToBasket')}
          </Button>
        )}
      </div>
      <p className={styles.error} role="alert">
        {failed?.state === 'failed' && (failed.failure.message || t('states:failedText'))}
      </p>
    </section>
  )
}
