import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderPickup } from '#contract/orders/shown-codes.ts'
import { useWords } from '#islands/ui/use-words.ts'
import type { OrderState } from '#stores/orders/order.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { $seenPickup, savePickup } from '#stores/orders/seen-pickup.ts'
import styles from '../orders.module.css'

/** The code that is shown at the branch, as digits and as a QR code; without a connection as it was seen last. */
export const PickupCode = ({ number, state }: { number: string; state: OrderState }) => {
  const seen = useStore($seenPickup).orders.find((one) => one.number === number)
  const order = state.state === 'ready' && isOngoing(state.order) ? state.order : null
  useEffect(() => {
    if (order?.pickup) savePickup(order.orderNumber, order.pickup)
  }, [order])
  const isOffline = state.state === 'failed' && seen !== undefined
  const pickup = isOffline ? seen.pickup : order?.pickup
  return pickup ? <Code number={number} pickup={pickup} isOffline={isOffline} /> : null
}

/** Words are asked for where there is a code: the browser has them then. */
const Code = ({ number, pickup: { code, qr }, isOffline }: { number: string; pickup: OrderPickup; isOffline: boolean }) => {
  const t = useWords('pickup')
  return (
    <section className={styles.card} aria-label={t('pickup:code.title')}>
      <h2 className={styles.helpTitle}>{t('pickup:code.title')}</h2>
      <p className={styles.code}>{code}</p>
      <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('pickup:code.qr', { number })}>
        <path d={qr.path} />
      </svg>
      <p>{t(isOffline ? 'pickup:code.offline' : 'pickup:code.show')}</p>
    </section>
  )
}
