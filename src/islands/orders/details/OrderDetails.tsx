import type { OrderDetails as Order } from '#contract/orders/calls.ts'
import { labelled } from '#i18n/labelled.ts'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { openModal } from '#stores/modals.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { OrderFacts } from '../OrderFacts.tsx'
import { OrderSheet } from '../OrderSheet.tsx'
import { OrderParts } from '../OrderParts.tsx'
import { arrivalKey, fulfilmentOfOrder, statusKey, windowWords } from '../order-words.ts'
import styles from '../orders.module.css'

/** Modal `order-details`: state and time, items, prices and delivery address. */
export const OrderDetails = ({ params: { orderNumber } }: ModalProps<'order-details'>) => {
  const t = useWords('orders', 'basket', 'states')
  return (
    <OrderSheet orderNumber={orderNumber}>
      {({ order }) => (
        <>
          <State order={order} />
          <OrderParts order={order} />
          <TotalsBlock totals={order} fulfilment={fulfilmentOfOrder(order)} />
          <p>
            <Button look="quiet" onClick={() => openModal('orderDetailsInfo', { orderNumber })}>
              {t('orders:madeOf')}
            </Button>
          </p>
          <OrderFacts order={order} />
        </>
      )}
    </OrderSheet>
  )
}

const State = ({ order }: { order: Order }) => {
  const t = useT('orders')
  const locale = useLocale()
  return (
    <div>
      <p className={styles.status}>{t(statusKey(order))}</p>
      {isOngoing(order) && fulfilmentOfOrder(order) !== 'admission' && (
        <p>
          {labelled(t(arrivalKey(order, 'arrival')), locale)} <strong>{windowWords(order.deliveryFrom, order.deliveryTo, locale)}</strong>
        </p>
      )}
    </div>
  )
}
