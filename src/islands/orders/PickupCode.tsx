import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useWords } from '#islands/ui/use-words.ts'
import type { OrderState } from '#stores/orders/order.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { $seenPickup, savePickup } from '#stores/orders/seen-pickup.ts'
import styles from './orders.module.css'

/** The code that is shown at the branch, as digits and as a QR code; without a connection as it was seen last. */
export const PickupCode = ({ number, state }: { number: string; state: OrderState }) => {
  const t = useWords('pickup')
  const seen = useStore($seenPickup).orders.find((one) => one.number === number)
  const order = state.state === 'ready' && isOngoing(state.order) ? state.order : null
  useEffect(() => {
    if (order?.pickup) savePickup(order.orderNumber, order.pickup)
  }, [order])
  const offline = state.state === 'failed' && seen !== undefined
  const pickup = offline ? seen.pickup : order?.pickup
  if (!pickup) return null
  const { code, qr } = pickup
  return (
    <section className={styles.card} aria-label={t('pickup:code.title')}>
      <h2 className={styles.helpTitle}>{t('pickup:code.title')}</h2>
      <p className={styles.code}>{code}</p>
      <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('pickup:code.qr', { number })}>
        <path d={qr.path} />
      </svg>
      <p>{t(offline ? 'pickup:code.offline' : 'pickup:code.show')}</p>
    </section>
  )
}
