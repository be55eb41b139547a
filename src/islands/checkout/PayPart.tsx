import { useStore } from '@nanostores/react'
import { useT } from '#islands/ui/locale.ts'
import { $placing } from '#stores/checkout/checkout.ts'
import { CardChoice } from './CardChoice.tsx'
import { Part } from './Part.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'

export const PayPart = () => {
  const t = useT('checkout')
  const placing = useStore($placing)
  const refused = placing.state === 'refused' && placing.failure.type === 'PAYMENT_METHOD_UNAVAILABLE' ? placing.failure.message : undefined
  return (
    <Part name="pay" title={t('checkout:pay')}>
      <PaymentChoice legend={t('checkout:pay')} error={refused} />
      <CardChoice />
    </Part>
  )
}
