import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { OrderSheet } from './OrderSheet.tsx'
import { PayOrder } from './PayOrder.tsx'
import { Tracking } from './Tracking.tsx'

/** Modal `order-tracking`: the order's live state. */
export const OrderTracking = ({ params: { orderNumber } }: ModalProps<'order-tracking'>) => {
  useWords('orders', 'paying', 'states')
  return (
    <OrderSheet orderNumber={orderNumber}>
      {({ order, moved }) => (
        <>
          <PayOrder number={orderNumber} />
          <Tracking order={order} moved={moved} />
        </>
      )}
    </OrderSheet>
  )
}
