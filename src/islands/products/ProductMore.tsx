import type { Product } from '#contract/catalogue/calls.ts'
import { unitName } from '#domain/time/date-format.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { UNIT_OF } from '#domain/prices/unit-price.ts'
import { tierVariables } from '#i18n/tiers.ts'
import { labelled } from '#i18n/labelled.ts'
import { labelKeys } from '#i18n/label-keys.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { shareProduct } from './share-product.ts'
import styles from './ProductMore.module.css'

interface ProductMoreProps {
  product: Product
  /** Ids of the chosen values, for the link. */
  ids: readonly number[]
}

/** Details of a product besides picture, price and options. */
export const ProductMore = ({ product, ids }: ProductMoreProps) => {
  const t = useT('product')
  const locale = useLocale()
  const { brand, countryName, gifts, tiers, unitId, properties, unitPrice } = product
  const labels = [...labelKeys(product.labels, product.discount).map((key) => t(key)), ...properties.map(({ name }) => name)]
  const facts = [
    unitPrice && {
      name: t('product:unitPriceLabel'),
      text: t('product:unitPrice', { price: formatAmd(unitPrice.price, locale), unit: unitName(UNIT_OF[unitPrice.per], locale) })
    },
    brand && { name: t('product:brand'), text: <a href={localePath(locale, `/brands/${brand.key}`)}>{brand.name}</a> },
    countryName && { name: t('product:country'), text: countryName },
    { name: t('product:code'), text: product.code }
  ].filter((fact) => !!fact)
  return (
    <>
      {labels.length > 0 && (
        <ul className={styles.labels} aria-label={t('product:properties')}>
          {labels.map((label) => (
            <li key={label} className={styles.label}>
              {label}
            </li>
          ))}
        </ul>
      )}
      {gifts.length > 0 && (
        <p className={styles.gifts}>
          {labelled(t('product:gifts'), locale)} {gifts.map(({ name }) => name).join(', ')}
        </p>
      )}
      {tiers.length > 0 && <p>{tiers.map((tier) => t('product:tier', tierVariables(tier, unitId, locale))).join(', ')}</p>}
      <dl className={styles.facts}>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button wide onClick={() => void shareProduct(locale, product.id, ids)}>
        {t('product:share')}
      </Button>
    </>
  )
}
