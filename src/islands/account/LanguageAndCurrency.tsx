import { useStore } from '@nanostores/react'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { chooseLanguage } from '#stores/account/profile.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { failureWords } from './failure-words.ts'
import { Row } from './Row.tsx'
import styles from './profile.module.css'

/** Language, for guests too; the currency is fixed to drams. */
export const LanguageAndCurrency = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={5} />}>
    <Choices />
  </AfterMount>
)

const choose = async (locale: Locale): Promise<void> => {
  await restoreSession()
  await chooseLanguage.submit(locale)
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
      <section className={styles.card}>
        <Row label={t('account:language.currency')} value={t('account:language.amd')} />
        <p className="muted">{t('account:language.currencyText')}</p>
      </section>
    </div>
  )
}
