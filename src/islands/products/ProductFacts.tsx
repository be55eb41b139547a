import type { Product } from '#contract/catalogue/calls.ts'
import { formatMoment, formatQuantity, unitName } from '#domain/time/date-format.ts'
import { PRODUCT_TYPE, WEIGHED_UNIT } from '#domain/enums.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl, tintOfDepartment, MASKED_PICTURE } from '#domain/pictures.ts'
import { labelled } from '#i18n/labelled.ts'
import type { CardSeen } from '#stores/products/product-sheet.ts'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'

/** The same header from the pressed card, while the product loads. */
export const CardFacts = ({ card: { picture, tint, price } }: { card: CardSeen }) => (
  <>
    <div className={`sheet-picture ${tint}`}>
      <img src={picture} alt="" width="128" height="128" />
    </div>
    <p className="sheet-price">
      <b>{price}</b>
    </p>
  </>
)

/** Picture, unit price, texts, and limits of the quantity. */
export const ProductFacts = ({ product }: { product: Product }) => {
  const t = useT('product')
  const locale = useLocale()
  const weighed = product.unitId === WEIGHED_UNIT
  const { price, basePrice, stock, minimumPurchase } = product
  return (
    <>
      <div className={`sheet-picture tint-${tintOfDepartment(product.supplier.hue, product.departmentId)}`}>
        <img src={pictureUrl(product.picture || MASKED_PICTURE)} alt="" width="128" height="128" />
      </div>
      <p className="sheet-price">
        <b>{weighed ? t('product:perKg', { price: formatAmd(price, locale) }) : formatAmd(price, locale)}</b>
        {basePrice > price && (
          <s>
            <span className="hidden-visually">{t('product:oldPrice')} </span>
            <Money amd={basePrice} />
          </s>
        )}
      </p>
      {product.admissionAt && (
        <p>
          <b>{formatMoment(product.admissionAt)}</b>
        </p>
      )}
      {product.adult && product.description === '' ? (
        <p className="muted">{t('product:adultText')}</p>
      ) : (
        product.description && <p>{product.description}</p>
      )}
      {product.productType === PRODUCT_TYPE.giftCard && <p>{t('product:giftCard')}</p>}
      <p className="muted">
        {[
          stock === null
            ? // A dish is made when it is ordered.
              product.supplier.kind !== 'restaurant' && t('product:inStock')
            : weighed
              ? t('product:leftKg', { quantity: formatQuantity(stock, product.unitId, locale) })
              : t('product:left', { count: stock }),
          (weighed || minimumPurchase > 1) &&
            `${labelled(t('product:minimum'), locale)} ${formatQuantity(minimumPurchase, product.unitId, locale)}${weighed ? '' : ` ${unitName(product.unitId, locale)}`}`
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  )
}
