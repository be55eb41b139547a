import { lazy, Suspense } from 'react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import type { OrderTender } from '#contract/orders/money.ts'
import { otherLanguage } from '#domain/language-of.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDateTime } from '#i18n/dates.ts'
import type { Key } from '#i18n/keys.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { groupWords, isFetched, fulfilmentOfOrder, statusKey } from './order-words.ts'
import styles from './orders.module.css'

/** Of orders of which money went back: loaded on demand. */
const OrderRefunds = lazy(async () => ({ default: (await import('./refunds/OrderRefunds.tsx')).OrderRefunds }))

const paymentKey = (order: OrderDetails): Key => {
  const { payment, paymentKey, trackingStatus } = order
  if (payment === 'partlyRefunded') return 'orders:partlyRefunded'
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
  const fulfilment = fulfilmentOfOrder(order)
  const isAtPlace = isFetched(order) || fulfilment === 'admission'
  // One tender is what the payment's line says already.
  const tenders = order.tenders.filter(({ state }) => state !== 'released')
  const tenderWords = ({ methodKey, amount, state, person }: OrderTender): string =>
    state === 'released'
      ? ''
      : (person ? `${person}. ` : '') +
        t(`orders:tender.${state}`, { amount: formatAmd(amount, locale), method: t(orderMethod(methodKey, 'by')) })
  const facts = [
    [t('orders:created'), formatDateTime(Date.parse(order.createdAt))],
    [
      t(isFetched(order) ? 'orders:pickup.address' : 'orders:address'),
      [isAtPlace && address.title, address.line || address.title, address.comment].filter(Boolean).join(isAtPlace ? ', ' : '. ')
    ],
    [t('orders:group.title'), order.group ? groupWords(order.group, t, locale) : ''],
    [
      t('orders:payment'),
      order.group && !order.group.isOwner
        ? ''
        : t(paymentKey(order), { amount: formatAmd(order.refunded, locale), total: formatAmd(order.orderPrice, locale) })
    ],
    [t('orders:takenOff.title'), order.takenOff > 0 ? t('orders:takenOff.text', { amount: formatAmd(order.takenOff, locale) }) : ''],
    [t('orders:cardBindingTitle'), order.cardBinding ? t(`orders:cardBinding.${order.cardBinding}`) : ''],
    [t('orders:tender.title'), tenders.length > 1 || order.group?.isOwner === false ? tenders.map(tenderWords) : []],
    [t('orders:refusedFor'), order.refusedFor ?? ''],
    [t('orders:comment'), order.customerComment],
    [t('orders:gift'), order.isGift ? order.greeting || t('orders:giftYes') : ''],
    [
      t('orders:runOut.title'),
      isOngoing(order) && order.group?.isOwner !== false && (fulfilment === null || fulfilment === 'pickup')
        ? t(`orders:runOut.${order.runOut}`)
        : ''
    ],
    [t('orders:cutlery'), isMeal ? t(order.cutlery ? 'orders:cutleryYes' : 'orders:cutleryNo') : '']
  ] as const
  // In the language of whoever wrote it.
  const written = [order.refusedFor, order.customerComment, order.greeting]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text.length > 0)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            {[text].flat().map((line, index) => (
              <dd key={index} lang={written.includes(line) ? otherLanguage(line, locale) : undefined}>
                {line}
              </dd>
            ))}
          </div>
        ))}
      {order.refunds.length > 0 && (
        <Suspense>
          <OrderRefunds order={order} />
        </Suspense>
      )}
    </dl>
  )
}
