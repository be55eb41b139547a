import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { cancelOrder } from '#stores/orders/order-actions.ts'
import styles from './orders.module.css'

/** Cancels a paid order before its preparation begins; an unpaid order has a button in PayOrder. */
export const CancelOrder = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const state = useStore(cancelOrder.$state)
  if (!order.canCancel || order.payment === 'awaiting') return null
  return (
    <div>
      <Button pending={state.state === 'pending'} onClick={() => void cancelOrder.submit(order)}>
        {t(order.admissions.length > 0 ? 'orders:admission.giveBack' : 'orders:cancel')}
      </Button>
      <p className={styles.error} role="alert">
        {state.state === 'failed' && (state.failure.message || t('states:failedText'))}
      </p>
    </div>
  )
}
