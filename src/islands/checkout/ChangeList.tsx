import { formatMoment, formatQuantity } from '#domain/time/date-format.ts'
import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'
import type { Translate } from '#i18n/keys.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { Change } from '#stores/checkout/difference.ts'
import { slotWords, slotWordsInside } from './when-words.ts'
import styles from './checkout.module.css'

const PARTS = {
  delivery: 'checkout:changeDelivery',
  packing: 'checkout:changePacking',
  fee: 'checkout:changeFee',
  total: 'checkout:changeTotal'
} as const

/** One difference as a sentence: new and previous value. */
export const changeWords = (change: Change, t: Translate, locale: Locale): string => {
  const money = (amd: number): string => formatAmd(amd, locale)
  switch (change.kind) {
    case 'price':
      return t('checkout:changePrice', { name: change.name, before: money(change.before), after: money(change.after) })
    case 'admission': {
      const [before, after] = [change.before, change.after].map((time) => (time === null ? t('checkout:anyDay') : formatMoment(time)))
      return t('checkout:changePrice', { name: change.name, before: before ?? '', after: after ?? '' })
    }
    case 'less':
      return t('checkout:changeLess', { name: change.item.name, available: formatQuantity(change.available, change.item.unitId, locale) })
    case 'gone':
      return t('checkout:changeGone', { name: change.item.name })
    case 'removed':
      return t('checkout:changeRemoved', { name: change.name })
    case 'added':
      return t('checkout:changeAdded', { name: change.name, price: money(change.price) })
    case 'quantity': {
      const { name, unitId, quantity } = change.item
      const [before, after] = [change.before, quantity].map((value) => formatQuantity(value, unitId, locale))
      return t('checkout:changeQuantity', { name, before: before ?? '', after: after ?? '' })
    }
    case 'time': {
      const before = change.before ? slotWords(change.before, locale) : t('checkout:now')
      if (!change.after) return t('checkout:timeNone', { before })
      return t('checkout:timeGone', { before, after: slotWordsInside(change.after, locale) })
    }
    default:
      return t('checkout:changePrice', { name: t(PARTS[change.kind]), before: money(change.before), after: money(change.after) })
  }
}

export const ChangeList = ({ changes }: { changes: readonly Change[] }) => {
  const t = useT('checkout')
  const locale = useLocale()
  return (
    <ul className={styles.changes}>
      {changes.map((change, index) => (
        <li key={index}>{changeWords(change, t, locale)}</li>
      ))}
    </ul>
  )
}
