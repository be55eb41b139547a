import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { formatNumber } from '#domain/money.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import { formatDate } from '#i18n/dates.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { chooseLanguage } from '#stores/account/profile.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { $currency, $rates, chooseCurrency, loadRates } from '#stores/currency.ts'
import { failureWords } from './failure-words.ts'
import styles from './profile.module.css'

/** Language and the currency that prices are also shown in, for guests too; calls and charges are in drams. */
export const LanguageAndCurrency = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={5} />}>
    <Choices />
  </AfterMount>
)

const choose = async (locale: Locale): Promise<void> => {
  await restoreSession()
  await chooseLanguage.submit(locale)
}

const CurrencyChoice = () => {
  const t = useT('account')
  const locale = useLocale()
  const rates = useStore($rates)
  const chosen = useStore($currency)
  useEffect(() => void loadRates(), [])
  if (rates.state === 'loading') return <Skeleton lines={4} />
  if (rates.state === 'failed') return <Failed text={rates.failure.message} onRetry={() => void loadRates()} />
  const { currencies, rates: of } = rates.info
  const offered = currencies.filter(({ rate }) => rate !== null)
  return (
    <section className={styles.card} data-no-about>
      <Choice
        kind="radio"
        legend={t('account:language.currency')}
        options={offered.map(({ code, rate }) => ({
          value: code,
          label: t(`account:language.currencies.${code}`),
          note:
            code === 'AMD' || rate === null
              ? undefined
              : t('account:language.rate', { code, amd: formatNumber(rate, Number.isInteger(rate) ? 0 : 2, locale) })
        }))}
        chosen={[chosen?.code ?? 'AMD']}
        onChoose={([code]) => code && chooseCurrency(code)}
      />
      <p className="muted">{t('account:language.currencyText')}</p>
      {of && <p className="muted">{t('account:language.rates', { date: formatDate(Date.parse(of.date)), source: of.source })}</p>}
    </section>
  )
}

const Choices = () => {
  const t = useWords('account', 'states')
  const locale = useLocale()
  const state = useStore(chooseLanguage.$state)
  return (
    <div className={styles.stack}>
      <section className={styles.card}>
        <Choice
          kind="radio"
          legend={t('account:language.title')}
          error={failureWords(state, t)}
          options={LOCALES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
          chosen={[locale]}
          onChoose={([chosen]) => {
            if (chosen) void choose(chosen)
          }}
        />
        <p className="muted">{t('account:language.text')}</p>
      </section>
      <CurrencyChoice />
    </div>
  )
}
