import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { cancelOrder } from '#stores/orders/order-actions.ts'
import styles from './orders.module.css'

/** As long as nobody has begun; an unpaid order has a button of its own. */
export const CancelOrder = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const state = useStore(cancelOrder.$state)
  if (!order.canCancel || order.payment === 'awaiting') return null
  return (
    <div>
      <Button pending={state.state === 'pending'} onClick={() => void cancelOrder.submit(order)}>
        {t('orders:cancel')}
      </Button>
      <p className={styles.error} role="alert">
        {state.state === 'failed' && (state.failure.message || t('states:failedText'))}
      </p>
    </div>
  )
}
