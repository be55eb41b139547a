import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { PayOrder } from '#islands/orders/PayOrder.tsx'
import { ChoosePayments } from './ChoosePayments.tsx'

/** Modal `payment-method`: changes the method of an unpaid order; without an order, of the next one. */
export const PaymentMethod = ({ params: { orderNumber }, close }: ModalProps<'payment-method'>) => {
  const t = useWords('checkout', 'orders', 'paying', 'states')
  if (orderNumber === undefined) return <ChoosePayments params={{}} close={close} />
  return (
    <SheetContent title={t('checkout:choosePayment')} footer={<Button onClick={close}>{t('checkout:apply')}</Button>}>
      <PayOrder number={orderNumber} />
    </SheetContent>
  )
}
