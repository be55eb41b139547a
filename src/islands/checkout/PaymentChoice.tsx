import { useStore } from '@nanostores/react'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { $fitting, $payment, choosePayment } from '#stores/checkout/payment-methods.ts'
import styles from './checkout.module.css'

/** The payment methods with their descriptions. */
export const PaymentChoice = ({ legend, error }: { legend: string; error?: string | undefined }) => {
  const t = useT('checkout')
  const methods = useStore($fitting)
  const payment = useStore($payment)
  if (!methods) return <Skeleton lines={2} />
  return (
    <Choice
      kind="radio"
      legend={<span className="hidden-visually">{legend}</span>}
      error={error}
      options={methods.map(({ id, key, icon, available, reason }) => ({
        value: id,
        disabled: !available,
        label: (
          <span className={styles.method}>
            <MethodIcon name={icon} />
            <span>
              <span className={styles.strong}>{t(checkoutMethod(key, 'name'))}</span>
              <span className="muted">{reason ?? t(checkoutMethod(key, 'about'))}</span>
            </span>
          </span>
        )
      }))}
      chosen={payment ? [payment.id] : []}
      onChoose={([id]) => {
        clearRefusal()
        if (id !== undefined) choosePayment(id)
      }}
    />
  )
}
