import type { ReactNode } from 'react'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { OrderStates } from './OrderStates.tsx'
import type { OrderShown } from './Tracking.tsx'
import { useOrder } from './use-order.ts'

interface OrderSheetProps {
  orderNumber: string
  children: (shown: OrderShown) => ReactNode
}

/** A modal about one order, with the way to its page; the caller has loaded the words of `orders` and `states`. */
export const OrderSheet = ({ orderNumber, children }: OrderSheetProps) => {
  const t = useT('orders')
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
      {isReady ? children(state) : <OrderStates state={state} onRetry={reload} />}
    </SheetContent>
  )
}
