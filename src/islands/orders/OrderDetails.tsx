import type { ModalProps } from '#islands/modals/modal-props.ts'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderParts } from './OrderParts.tsx'
import { OrderStates } from './OrderStates.tsx'
import { isFetched } from './order-words.ts'
import { useOrder } from './use-order.ts'

/** Modal `order-details`: items, prices and delivery address. */
export const OrderDetails = ({ params: { orderNumber } }: ModalProps<'order-details'>) => {
  const t = useWords('orders', 'basket', 'states')
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
          <OrderParts order={state.order} />
          <TotalsBlock totals={state.order} pickup={isFetched(state.order)} />
          <OrderFacts order={state.order} />
        </>
      ) : (
        <OrderStates state={state} onRetry={reload} />
      )}
    </SheetContent>
  )
}
