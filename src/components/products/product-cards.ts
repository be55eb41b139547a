import type { ProductCard } from '#contract/catalogue/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { WEIGHED_UNIT, type ProductLabel } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { tintOfDepartment, MASKED_PICTURE } from '#domain/pictures.ts'
import { isTelling } from '#domain/telling-labels.ts'
import type { Translate } from '#i18n/keys.ts'
import { formatMoment } from '#domain/time/date-format.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'
import { pictureSources } from '../picture-sources.ts'
import { labelKeys } from '#i18n/label-keys.ts'
import { priceHtml } from './price.ts'

export interface CardOptions {
  locale: Locale
  t: Translate
  /** Shows the supplier's name, for lists across suppliers. */
  withSupplier?: boolean
  /** Closed suppliers: when each opens, by supplier id. */
  closed?: ReadonlyMap<number, string> | undefined
  /** In the first view: its picture is not loaded lazily. */
  isEager?: (product: ProductCard) => boolean
  /** HTML at the end of a card. */
  endOf?: ((product: ProductCard) => string) | undefined
}

/**
 * Renders product cards as HTML strings. A page has hundreds of them, and strings cost a twentieth of components. Their styles are in
 * product-card.css, imported by ProductCards.astro.
 */
export const productCards = (products: readonly ProductCard[], options: CardOptions): string[] => {
  // Across suppliers, labels that most products have are left out.
  const given = options.withSupplier ? [...new Set(products.flatMap((product) => product.labels))] : []
  const hidden = new Set(given.filter((label) => !isTelling(products, (product) => product.labels.includes(label))))
  return products.map((product) => productCard(product, options, hidden))
}

const productCard = (
  product: ProductCard,
  { locale, t, withSupplier = false, closed, isEager, endOf }: CardOptions,
  hidden: ReadonlySet<ProductLabel>
): string => {
  const { id, stock, adult, hasOptions, supplier, unitId } = product
  const name = adult ? t('product:adultName') : product.name
  const soldOut = stock === 0
  const from = [withSupplier ? supplier.name : '', closed?.get(supplier.id) ?? ''].filter(Boolean).join(' · ')
  const attributes =
    `data-product="${id}" data-price="${product.price}" data-min="${product.minimumPurchase}"` +
    ` data-step="${quantityStep(unitId === WEIGHED_UNIT)}" data-unit="${unitId}"${stock === null ? '' : ` data-stock="${stock}"`}` +
    ` data-options="${hasOptions ? 1 : 0}"${adult ? ' data-adult' : ''}`
  const loading = isEager?.(product) ? ' fetchpriority="low"' : ' loading="lazy"'
  return (
    `<article class="${soldOut ? 'product product-gone' : 'product'}" ${attributes}>` +
    `<div class="product-picture tint-${tintOfDepartment(supplier.hue, product.departmentId)}">` +
    `<img ${sourcesOf(adult ? MASKED_PICTURE : product.picture)} alt="" width="128" height="128"${loading} decoding="async">${labels(product, t, hidden)}` +
    `${soldOut ? `<p class="product-sold">${escapeHtml(t('product:soldOut'))}</p>` : ''}</div>` +
    `<p class="product-price">${priceHtml(product, locale, t)}</p>` +
    `<h3 class="product-name"><a href="${localePath(locale, `/products/${id}`)}">${escapeHtml(name)}</a></h3>` +
    `${product.admissionAt ? `<p class="product-when">${formatMoment(product.admissionAt)}</p>` : ''}` +
    `${product.description && !adult ? `<p class="product-about">${escapeHtml(product.description)}</p>` : ''}` +
    `${from ? `<p class="product-from">${escapeHtml(from)}</p>` : ''}${endOf?.(product) ?? ''}${soldOut ? '' : act(hasOptions, name, t)}</article>`
  )
}

/** Attributes of a card's picture, cached: a market has few pictures and many products. */
const sourcesOf = (picture: string): string => {
  const cached = sources.get(picture)
  if (cached !== undefined) return cached
  const attributes = Object.entries(pictureSources(picture, SLOT)).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  const written = attributes.join(' ')
  if (sources.size < MAX_SOURCES) sources.set(picture, written)
  return written
}
/** Size of the picture in its frame, CSS pixels. */
const SLOT = 110
const MAX_SOURCES = 2_000
const sources = new Map<string, string>()

const labels = ({ discount, labels: all }: ProductCard, t: Translate, hidden: ReadonlySet<ProductLabel>): string => {
  const given = hidden.size > 0 ? all.filter((label) => !hidden.has(label)) : all
  const keys = given.length > 0 ? labelKeys(given, discount).slice(0, 2) : []
  if (discount <= 0 && keys.length === 0) return ''
  const percent = discount > 0 ? `<span class="badge badge-brand">${escapeHtml(t('product:discount', { percent: discount }))}</span>` : ''
  return `<p class="product-labels">${percent}${keys.map((key) => `<span class="badge">${escapeHtml(t(key))}</span>`).join('')}</p>`
}

const act = (hasOptions: boolean, name: string, t: Translate): string => {
  const label = escapeHtml(t(hasOptions ? 'product:choose' : 'product:add', { name }))
  return `<div class="product-act"><button class="product-add" type="button" data-add aria-label="${label}"></button><span data-stepper hidden></span></div>`
}
