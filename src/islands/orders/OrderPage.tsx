import type { Locale } from '#domain/locale.ts'
import { localePath } from '#domain/locale.ts'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { environment } from '#stores/environment.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderParts } from './OrderParts.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderStates } from './OrderStates.tsx'
import { PayOrder } from './PayOrder.tsx'
import { Tracking } from './Tracking.tsx'
import { useOrder } from './use-order.ts'
import styles from './orders.module.css'

/** Confirmation and tracking of one order. The HTML is the same for all orders: the number is read from the URL. */
export const OrderPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<OrderSkeleton />}>
    <OrderBody />
  </AfterMount>
)

const numberInAddress = (): string => /\/([^/?#]+)\/?(?:[?#]|$)/.exec(environment().path())?.[1] ?? ''

const OrderBody = () => {
  const t = useWords('orders', 'states', 'basket')
  const locale = useLocale()
  const number = numberInAddress()
  const { state, reload } = useOrder(number)
  if (state.state !== 'ready') return <OrderStates state={state} onRetry={reload} />
  const { order, moved } = state
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h2 className={styles.number}>{t('orders:number', { number: order.orderNumber })}</h2>
        <Tracking order={order} moved={moved} />
        <PayOrder number={number} />
        <CancelOrder order={order} />
        <OrderFacts order={order} />
        <p>
          <a className={styles.link} href={localePath(locale, '/account/orders')}>
            {t('orders:allOrders')}
          </a>
        </p>
      </div>
      <section className={`${styles.card} ${styles.column}`} aria-label={t('orders:contents')}>
        <h2 className={styles.number}>{t('orders:contents')}</h2>
        <OrderParts order={order} />
        <TotalsBlock totals={order} />
      </section>
    </div>
  )
}
