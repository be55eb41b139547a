import type { FoundProduct } from '#contract/search/calls.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatMoment } from '#domain/time/date-format.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Translate } from '#i18n/keys.ts'

/** Returns the end of a result's card as HTML: whether it comes here, and the other places that sell it, or the other dates of tickets. */
export const othersHtml = ({ delivers, others, priceFrom }: FoundProduct, locale: Locale, t: Translate): string => {
  const away = delivers ? '' : `<p class="product-from">${escapeHtml(t('listing:outOfArea'))}</p>`
  if (others.length === 0) return away
  const rows = others.map(({ id, price, admissionAt, supplierName, open, delivers: comes }) => {
    const state = comes ? (open ? '' : t('search:closedNow')) : t('listing:outOfArea')
    const words = [admissionAt && formatMoment(admissionAt), supplierName, formatAmd(price, locale), state].filter(Boolean).join(' · ')
    return `<li><a href="${localePath(locale, `/products/${id}`)}">${escapeHtml(words)}</a></li>`
  })
  const summary = others.some(({ admissionAt }) => admissionAt)
    ? t('search:otherDates')
    : t('search:inPlaces', { count: others.length, price: formatAmd(priceFrom, locale) })
  return `${away}<details class="product-others"><summary>${escapeHtml(summary)}</summary><ul>${rows.join('')}</ul></details>`
}
