import { useEffect } from 'react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { startCheckout } from '#stores/checkout/start.ts'
import { CardChoice } from './CardChoice.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'

/** Modal `choose-payments`: payment method of this order. */
export const ChoosePayments = ({ close }: ModalProps<'choose-payments'>) => {
  const t = useWords('checkout', 'states')
  useEffect(() => void startCheckout(), [])
  return (
    <SheetContent
      title={t('checkout:choosePayment')}
      footer={
        <Button look="brand" onClick={close}>
          {t('checkout:apply')}
        </Button>
      }
    >
      <PaymentChoice legend={t('checkout:choosePayment')} />
      <CardChoice />
    </SheetContent>
  )
}
