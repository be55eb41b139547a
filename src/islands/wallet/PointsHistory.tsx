import type { WalletEntry, WalletWhy } from '#contract/wallet/calls.ts'
import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Translate } from '#i18n/keys.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { loadMoreHistory, type ReadyWallet } from '#stores/wallet/wallet.ts'
import { EntryWhen, History } from './History.tsx'
import { pointsVariables } from './points-words.ts'
import styles from './wallet.module.css'

/** What came and went, the newest first, each with its reason. */
export const PointsHistory = ({ shown }: { shown: ReadyWallet }) => (
  <History shown={shown} title={useT('wallet')('wallet:history')} onMore={loadMoreHistory}>
    {(entry) => <Entry key={entry.id} entry={entry} />}
  </History>
)

const Entry = ({ entry: { type, amount, at, order, availableAt, expiresAt, reason } }: { entry: WalletEntry }) => {
  const t = useT('wallet')
  const locale = useLocale()
  const points = t('wallet:points', pointsVariables(amount, locale))
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <strong>{t(reason.why === 'expired' ? 'wallet:expired' : `wallet:type.${type}`)}</strong>
        <strong className={amount > 0 ? styles.plus : undefined}>{amount > 0 ? `+${points}` : points}</strong>
      </p>
      <p>{whyWords(reason, t, locale)}</p>
      {availableAt && expiresAt && (
        <p className="muted">{t('wallet:from', { from: formatDate(Date.parse(availableAt)), until: formatDate(Date.parse(expiresAt)) })}</p>
      )}
      <p className="muted">
        <EntryWhen at={at} order={order} />
      </p>
    </li>
  )
}

/** Why the points came or went, in a sentence. */
const whyWords = (reason: WalletWhy, t: Translate, locale: Locale): string => {
  const words = (points: number): string => t('wallet:points', pointsVariables(points, locale))
  if (reason.why === 'rule') return ruleWords(reason, t, locale)
  if (reason.why === 'paidOut')
    return t('wallet:why.paidOut', { price: formatAmd(reason.amount, locale), tax: formatAmd(reason.tax, locale) })
  if (reason.why === 'takenBack')
    return reason.kept > 0
      ? t('wallet:why.takenBackKept', { title: reason.title, kept: words(reason.kept) })
      : t('wallet:why.takenBack', { title: reason.title })
  // Of corporate wallets only.
  if (reason.why === 'toppedUp' || reason.why === 'emptied') return ''
  return t(`wallet:why.${reason.why}`)
}

/** What a rule counted, at which rate, and up to how much. */
export const ruleWords = (
  { title, counted, rate, cap }: { title: string; counted: number; rate: number | null; cap: number | null },
  t: Translate,
  locale: Locale
): string => {
  if (rate === null) return t('wallet:why.fixed', { title })
  const words = { title, rate: formatRate(rate, locale), counted: formatAmd(counted, locale) }
  return cap === null
    ? t('wallet:why.rate', words)
    : t('wallet:why.rateCapped', { ...words, cap: t('wallet:points', pointsVariables(cap, locale)) })
}

export const formatRate = (rate: number, locale: Locale): string => String(rate).replace('.', locale === 'en' ? '.' : ',')
