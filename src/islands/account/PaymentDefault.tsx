import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { accountMethod } from '#i18n/method-keys.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { announce } from '#stores/announce.ts'
import { $offered, loadOffered, saveDefaultPayment } from '#stores/account/default-payment-method.ts'
import { failureWords } from './failure-words.ts'
import { Own } from './Own.tsx'
import styles from './profile.module.css'

/** The default payment method of new orders. */
export const PaymentDefault = ({ locale }: { locale: Locale }) => <Own locale={locale}>{() => <Methods />}</Own>

const Methods = () => {
  const t = useT('account', 'states')
  const offered = useStore($offered)
  const state = useStore(saveDefaultPayment.$state)
  useEffect(() => void loadOffered(), [])
  if (offered.state === 'loading') return <Skeleton lines={3} />
  if (offered.state === 'failed') return <Failed text={offered.failure.message} onRetry={() => void loadOffered()} />
  const { methods } = offered
  return (
    <section className={styles.card} aria-busy={state.state === 'pending' || undefined}>
      <p className="muted">{t('account:payment.text')}</p>
      <Choice
        kind="radio"
        legend={<span className="hidden-visually">{t('account:payment.legend')}</span>}
        error={failureWords(state, t)}
        options={methods.map(({ id, key }) => ({
          value: id,
          label: (
            <>
              <strong>{t(accountMethod(key, 'name'))}</strong>
              <br />
              <span className="muted">{t(accountMethod(key, 'text'))}</span>
            </>
          )
        }))}
        chosen={methods.filter(({ isDefault }) => isDefault).map(({ id }) => id)}
        onChoose={([id]) => {
          if (id !== undefined) void saveDefaultPayment.submit(id).then((saved) => (saved ? announce('account:changed') : undefined))
        }}
      />
    </section>
  )
}
