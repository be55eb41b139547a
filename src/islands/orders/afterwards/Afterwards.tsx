import { lazy, Suspense, useState, useTransition } from 'react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'
import { OrderAgain, OrderTogetherAgain } from '../OrderAgain.tsx'
import styles from '../orders.module.css'

/** What was wrong with a delivered order: loaded when something is said, or is to be. */
const OrderClaims = lazy(async () => ({ default: (await import('../claims/OrderClaims.tsx')).OrderClaims }))

const TipForm = lazy(async () => ({ default: (await import('../tips/TipForm.tsx')).TipForm }))

/** What can be done about an order that is over: rate it, make it again, tip its courier, say what was wrong. */
export const Afterwards = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const locale = useLocale()
  const [isSaying, setSaying] = useState(false)
  const [isTipping, setTipping] = useState(false)
  const [isLoading, load] = useTransition()
  return (
    <>
      {order.canRate && (
        <Button look="brand" wide onClick={() => openModal('rate-order', { orderId: order.id })}>
          {t('orders:rate')}
        </Button>
      )}
      <div className={styles.actions}>
        <OrderAgain order={order} />
        <OrderTogetherAgain order={order} />
      </div>
      {order.tip.given > 0 && <p>{t('orders:tip.given', { price: formatAmd(order.tip.given, locale) })}</p>}
      {order.tip.canGive && order.tip.refused && (
        <p className={styles.refused}>{t(order.tip.refused === 'funds' ? 'orders:declinedFunds' : 'orders:declinedText')}</p>
      )}
      {order.tip.canGive &&
        (isTipping ? (
          <Suspense>
            <TipForm orderNumber={order.orderNumber} />
          </Suspense>
        ) : (
          <div>
            <Button pending={isLoading} onClick={() => load(() => setTipping(true))}>
              {t('orders:tip.give')}
            </Button>
          </div>
        ))}
      {order.claims.length > 0 || isSaying ? (
        <Suspense>
          <OrderClaims order={order} startsOpen={isSaying} />
        </Suspense>
      ) : (
        order.canClaim && (
          <div>
            <Button pending={isLoading} onClick={() => load(() => setSaying(true))}>
              {t('orders:claim')}
            </Button>
          </div>
        )
      )}
    </>
  )
}
