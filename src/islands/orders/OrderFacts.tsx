import type { OrderDetails, OrderRefund } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDateTime } from '#i18n/dates.ts'
import type { Key } from '#i18n/keys.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { momentWords, statusKey } from './order-words.ts'
import styles from './orders.module.css'

const paymentKey = (order: OrderDetails): Key => {
  const { payment, paymentKey, trackingStatus } = order
  if (payment === 'paid') return orderMethod(paymentKey, 'paid')
  if (payment === 'refunded') return orderMethod(paymentKey, 'refunded')
  if (payment === 'processing') return trackingStatus === 0 ? orderMethod(paymentKey, 'refunding') : 'orders:processingTitle'
  if (payment === 'awaiting') return statusKey(order)
  return orderMethod(paymentKey, 'by')
}

/** Address, payment, comment and other details of the order. */
export const OrderFacts = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const locale = useLocale()
  const isMeal = order.parts.some(({ supplier }) => supplier.kind === 'restaurant')
  const { address } = order
  const refundWords = ({ amount, at, reason }: OrderRefund): string => {
    const words = { amount: formatAmd(amount, locale), at: at ? momentWords(at, locale) : '' }
    return `${t(at ? 'orders:refund.done' : 'orders:refund.underWay', words)} ${t(`orders:refund.reason.${reason}`)}`
  }
  const facts = [
    [t('orders:created'), formatDateTime(Date.parse(order.createdAt))],
    [t('orders:address'), [address.line || address.title, address.comment].filter(Boolean).join('. ')],
    [t('orders:payment'), t(paymentKey(order))],
    [t('orders:refund.title'), order.refunds.map(refundWords).join(' ')],
    [t('orders:comment'), order.customerComment],
    [t('orders:cutlery'), isMeal ? t(order.cutlery ? 'orders:cutleryYes' : 'orders:cutleryNo') : '']
  ] as const
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
