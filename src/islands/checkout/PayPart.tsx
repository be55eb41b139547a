import { useStore } from '@nanostores/react'
import { useT } from '#islands/ui/locale.ts'
import { $placing, clearRefusal } from '#stores/checkout/checkout.ts'
import { choose } from '#stores/checkout/choices.ts'
import { CardChoice } from './CardChoice.tsx'
import { Part } from './Part.tsx'
import { isNothingLeft, type Draft } from '#stores/checkout/place-order.ts'
import { OwnMoneyChoice } from './own-money/OwnMoneyChoice.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'
import { TipChoice } from './TipChoice.tsx'

/** `own`: what gift cards and points would pay; null where they cannot. `tip`: the one that is chosen; null where none can be. */
export const PayPart = ({ basket, own, tip }: Pick<Draft, 'basket' | 'own' | 'tip'>) => {
  const t = useT('checkout')
  const placing = useStore($placing)
  const refused = placing.state === 'refused' && placing.failure.type === 'PAYMENT_METHOD_UNAVAILABLE' ? placing.failure.message : undefined
  return (
    <Part name="pay" title={t('checkout:pay')}>
      {own && (
        <OwnMoneyChoice
          own={own}
          onChoose={(change) => {
            clearRefusal()
            choose(change)
          }}
        />
      )}
      {isNothingLeft({ basket, own }) ? (
        <p>{t('checkout:own.all')}</p>
      ) : (
        <>
          <PaymentChoice legend={t('checkout:pay')} error={refused} />
          <CardChoice />
          {tip != null && <TipChoice tip={tip} />}
        </>
      )}
    </Part>
  )
}
