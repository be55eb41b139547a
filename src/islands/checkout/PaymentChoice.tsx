import { useStore } from '@nanostores/react'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { forgetRefusal } from '#stores/checkout/checkout.ts'
import { $methods, $payment, choosePayment } from '#stores/checkout/payment-methods.ts'
import styles from './checkout.module.css'

const WORDS = {
  cash: { name: 'checkout:cash', about: 'checkout:cashAbout' },
  card: { name: 'checkout:card', about: 'checkout:cardAbout' }
} as const

/** Cash or card, each with what it means. */
export const PaymentChoice = ({ legend, error }: { legend: string; error?: string | undefined }) => {
  const t = useT('checkout')
  const methods = useStore($methods)
  const payment = useStore($payment)
  if (!methods) return <Skeleton lines={2} />
  return (
    <Choice
      kind="radio"
      legend={<span className="hidden-visually">{legend}</span>}
      error={error}
      options={methods.map(({ id, key }) => ({
        value: id,
        label: (
          <span className={styles.method}>
            <Icon name={key} />
            <span>
              <span className={styles.strong}>{t(WORDS[key].name)}</span>
              <span className="muted">{t(WORDS[key].about)}</span>
            </span>
          </span>
        )
      }))}
      chosen={payment ? [payment.id] : []}
      onChoose={([id]) => {
        forgetRefusal()
        if (id !== undefined) choosePayment(id)
      }}
    />
  )
}
