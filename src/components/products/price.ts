import type { ProductCard } from '#contract/catalogue/calls.ts'
import { unitName } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import type { Translate } from '#i18n/keys.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'

/** The price of a product as HTML, with the unit of weighed products and the price before a discount. */
export const priceHtml = (
  { price, basePrice, unitId }: Pick<ProductCard, 'price' | 'basePrice' | 'unitId'>,
  locale: Locale,
  t: Translate
): string => {
  const unit = unitId === WEIGHED_UNIT ? `<span class="price-unit"> / ${unitName(unitId, locale)}</span>` : ''
  const now = `<b>${formatAmd(price, locale)}${unit}</b>`
  if (basePrice <= price) return now
  return `${now} <s><span class="hidden-visually">${escapeHtml(t('product:oldPrice'))} </span>${formatAmd(basePrice, locale)}</s>`
}
