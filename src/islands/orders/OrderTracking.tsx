import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { OrderStates } from './OrderStates.tsx'
import { PayOrder } from './PayOrder.tsx'
import { Tracking } from './Tracking.tsx'
import { useOrder } from './use-order.ts'

/** Modal `order-tracking`: the order's live state. */
export const OrderTracking = ({ params: { orderNumber } }: ModalProps<'order-tracking'>) => {
  const t = useWords('orders', 'states')
  const { state, reload } = useOrder(orderNumber)
  const isReady = state.state === 'ready'
  return (
    <SheetContent
      title={t('orders:number', { number: orderNumber })}
      footer={
        isReady && (
          <a className="button" href={orderPath(orderNumber)}>
            {t('orders:openPage')}
          </a>
        )
      }
    >
      {isReady ? (
        <>
          <PayOrder number={orderNumber} />
          <Tracking order={state.order} moved={state.moved} />
        </>
      ) : (
        <OrderStates state={state} onRetry={reload} />
      )}
    </SheetContent>
  )
}
