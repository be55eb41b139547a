import type { OrderDetails, OrderPart } from '#contract/orders/calls.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { OrderStates } from '../OrderStates.tsx'
import { isFetched } from '../order-words.ts'
import { useOrder } from '../use-order.ts'
import styles from './details.module.css'

/** Modal `orderDetailsInfo`: what the price of an order is made of, supplier by supplier, and what each amount is for. */
export const OrderDetailsInfo = ({ params: { orderNumber }, close }: ModalProps<'orderDetailsInfo'>) => {
  const t = useWords('orderInfo', 'orders', 'basket', 'states')
  const { state, reload } = useOrder(orderNumber)
  return (
    <SheetContent title={t('orderInfo:title')} footer={<Button onClick={close}>{t('states:close')}</Button>}>
      {state.state === 'ready' ? <Made order={state.order} /> : <OrderStates state={state} onRetry={reload} />}
    </SheetContent>
  )
}

const Made = ({ order }: { order: OrderDetails }) => {
  const t = useT('orderInfo', 'basket')
  const { discount, totalServiceFee, voucherDiscount, orderPrice } = order
  return (
    <div className={styles.made}>
      {order.parts.map((part) => (
        <Part key={part.supplier.id} part={part} isFetched={isFetched(order)} />
      ))}
      <section>
        <h3 className={styles.title}>{t('orderInfo:together')}</h3>
        <dl className={styles.amounts}>
          {totalServiceFee > 0 && <Amount name={t('basket:totals.fee')} about={t('orderInfo:fee')} amd={totalServiceFee} />}
          {voucherDiscount > 0 && <Amount name={t('basket:totals.voucher')} about={t('orderInfo:voucher')} amd={-voucherDiscount} />}
          <Amount name={t('basket:totals.total')} about={discount > 0 ? t('orderInfo:discount') : ''} amd={orderPrice} />
        </dl>
      </section>
    </div>
  )
}

const Part = ({ part: { supplier, itemsPrice, packing, deliveryPrice }, isFetched: fetched }: { part: OrderPart; isFetched: boolean }) => {
  const t = useT('orderInfo', 'basket')
  return (
    <section>
      <h3 className={styles.title}>{supplier.name}</h3>
      <dl className={styles.amounts}>
        <Amount name={t('basket:totals.items')} about={t('orderInfo:items')} amd={itemsPrice} />
        {packing && <Amount name={packing.name} about={t('orderInfo:packing')} amd={packing.totalPrice} />}
        {!fetched && (
          <Amount
            name={t('basket:totals.delivery')}
            about={t(deliveryPrice === 0 ? 'orderInfo:free' : 'orderInfo:delivery')}
            amd={deliveryPrice}
          />
        )}
      </dl>
    </section>
  )
}

const Amount = ({ name, about, amd }: { name: string; about: string; amd: number }) => (
  <div>
    <dt>
      {name}
      {about && <span className={styles.about}>{about}</span>}
    </dt>
    <dd>
      <Money amd={amd} />
    </dd>
  </div>
)
