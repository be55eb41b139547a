import { useStore } from '@nanostores/react'
import { useT } from '#islands/ui/locale.ts'
import { $placing } from '#stores/checkout/checkout.ts'
import { CardChoice } from './CardChoice.tsx'
import { Part } from './Part.tsx'
import { isPaidByPoints, type Draft } from '#stores/checkout/place-order.ts'
import { PointsChoice } from './PointsChoice.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'

/** `points`: what points would pay; null where they cannot. */
export const PayPart = ({ points }: { points: Draft['points'] }) => {
  const t = useT('checkout')
  const placing = useStore($placing)
  const refused = placing.state === 'refused' && placing.failure.type === 'PAYMENT_METHOD_UNAVAILABLE' ? placing.failure.message : undefined
  return (
    <Part name="pay" title={t('checkout:pay')}>
      {points && <PointsChoice points={points} />}
      {isPaidByPoints(points) ? (
        <p>{t('checkout:points.all')}</p>
      ) : (
        <>
          <PaymentChoice legend={t('checkout:pay')} error={refused} />
          <CardChoice />
        </>
      )}
    </Part>
  )
}
