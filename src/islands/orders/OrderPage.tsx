import { lazy, Suspense } from 'react'
import type { Locale } from '#domain/locale.ts'
import { localePath } from '#domain/locale.ts'
import { otherLanguage } from '#domain/language-of.ts'
import { formatAmd } from '#domain/money.ts'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { WhenSeen } from '#islands/ui/WhenSeen.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { openModal } from '#stores/modals.ts'
import { environment } from '#stores/environment.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHelp } from './OrderHelp.tsx'
import { OrderParts } from './OrderParts.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { ShownCodes, Tracking, type OrderShown } from './Tracking.tsx'
import { useOrder } from './use-order.ts'
import { fulfilmentOfOrder } from './order-words.ts'
import styles from './orders.module.css'

/** Of orders that are missing or need a sign-in: loaded on demand. */
const OrderStates = lazy(async () => ({ default: (await import('./OrderStates.tsx')).OrderStates }))

/** Of orders that are over: loaded on demand. */
const Afterwards = lazy(async () => ({ default: (await import('./afterwards/Afterwards.tsx')).Afterwards }))

/** Of orders that are paid, below everything else: loaded when it is seen. */
const OrderReceipts = lazy(async () => ({ default: (await import('./OrderReceipts.tsx')).OrderReceipts }))

/** Of orders that are not paid yet, or whose money is on its way back: loaded on demand. */
const PayOrder = lazy(async () => ({ default: (await import('./PayOrder.tsx')).PayOrder }))

/** Confirmation and tracking of one order. The HTML is the same for all orders: the number, also of the title, is read from the URL. */
export const OrderPage = ({ locale, title }: { locale: Locale; title: string }) => (
  <AfterMount locale={locale} skeleton={<OrderSkeleton title={title} />}>
    <OrderBody />
  </AfterMount>
)

const numberInAddress = (): string => /\/([^/?#]+)\/?(?:[?#]|$)/.exec(environment().path())?.[1] ?? ''

const OrderBody = () => {
  const t = useWords('orders', 'states', 'basket')
  const number = numberInAddress()
  const { state, reload } = useOrder(number)
  return (
    <>
      <h1 className="page-title">{t('orders:number', { number })}</h1>
      {state.state === 'loading' && <Skeleton lines={8} />}
      {state.state === 'ready' && <Order order={state.order} moved={state.moved} />}
      {state.state === 'failed' && (
        <>
          <Suspense>
            <ShownCodes number={number} state={state} />
          </Suspense>
          <Failed text={state.failure.message} onRetry={reload} />
        </>
      )}
      {(state.state === 'signedOut' || state.state === 'notFound') && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <OrderStates state={state} onRetry={reload} />
        </Suspense>
      )}
    </>
  )
}

const Order = ({ order, moved }: OrderShown) => {
  const t = useT('orders')
  const locale = useLocale()
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        {order.pausedFor !== null && (
          <section className={styles.pay} aria-labelledby="paused">
            <h2 id="paused">{t('orders:paused.title')}</h2>
            <p lang={otherLanguage(order.pausedFor, locale)}>{order.pausedFor}</p>
            <p>{t('orders:paused.text')}</p>
          </section>
        )}
        {(order.payment === 'processing' || (order.payment === 'awaiting' && order.pausedFor === null)) && (
          <Suspense fallback={<Skeleton lines={3} />}>
            <PayOrder number={order.orderNumber} />
          </Suspense>
        )}
        {order.pickup && isOngoing(order) && (
          <Suspense fallback={<div className={styles.codeRoom} />}>
            <ShownCodes number={order.orderNumber} state={{ state: 'ready', order, moved }} />
          </Suspense>
        )}
        <Tracking order={order} moved={moved} />
        {!isOngoing(order) && (
          <Suspense>
            <Afterwards order={order} />
          </Suspense>
        )}
        {order.points + order.tickets + order.freeDeliveries > 0 && (
          <div>
            <Button onClick={() => openModal('wallet-points-details', { orderId: order.id })}>
              {t(order.tickets + order.freeDeliveries > 0 ? 'orders:rewards' : 'orders:points', { price: formatAmd(order.points, locale) })}
            </Button>
          </div>
        )}
        {order.canShare && (
          <div>
            <Button onClick={() => openModal('share-tracking', { orderNumber: order.orderNumber })}>
              {t(fulfilmentOfOrder(order) === 'service' ? 'orders:service.share' : 'orders:share')}
            </Button>
          </div>
        )}
        <CancelOrder order={order} />
        <OrderHelp order={order} />
        <OrderFacts order={order} />
        {order.receipts.length > 0 && (
          <WhenSeen>
            <OrderReceipts receipts={order.receipts} />
          </WhenSeen>
        )}
        <p>
          <a className={styles.link} href={localePath(locale, '/account/orders')}>
            {t('orders:allOrders')}
          </a>
        </p>
      </div>
      <section className={`${styles.card} ${styles.column}`} aria-label={t('orders:contents')}>
        <h2 className={styles.number}>{t('orders:contents')}</h2>
        <OrderParts order={order} />
        <TotalsBlock totals={order} fulfilment={fulfilmentOfOrder(order)} />
      </section>
    </div>
  )
}
