import type { BasketItem } from '#contract/baskets/calls.ts'
import { formatMoment, formatQuantity } from '#domain/time/date-format.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { setItemQuantity } from '#stores/baskets/actions.ts'
import { tierVariables } from '#i18n/tiers.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { Stepper } from '#islands/ui/Stepper.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import styles from './BasketLines.module.css'

/** One line: product, options, quantity and price. */
export const BasketLine = ({ item }: { item: BasketItem }) => {
  const t = useT('basket')
  const locale = useLocale()
  const gone = item.availability === 'gone'
  const tiers = item.tiers?.slice(1).map((tier) => t('basket:tier', tierVariables(tier, item.unitId, locale)))
  const notes = [
    item.admissionAt && formatMoment(item.admissionAt),
    item.selectedOptions.map(({ name }) => name).join(', '),
    item.pairs && t('basket:pairs'),
    item.gifts.length > 0 && t('basket:gift', { names: item.gifts.join(', ') }),
    tiers?.join(', '),
    item.usePoints && t('basket:usePoints'),
    item.freeDelivery && t('basket:freeDelivery')
  ].filter((note): note is string => Boolean(note))
  return (
    <li className={gone ? `${styles.line} ${styles.gone}` : styles.line}>
      <img className={styles.picture} src={pictureUrl(item.picture)} alt="" width="56" height="56" loading="lazy" />
      <div className={styles.words}>
        <div className={styles.head}>
          <p className={styles.name}>{item.productName}</p>
          <Button
            look="round"
            className={styles.remove}
            aria-label={t('basket:remove', { name: item.name })}
            onClick={() => setItemQuantity(item, 0)}
          >
            <Icon name="cross" />
          </Button>
        </div>
        {notes.map((note) => (
          <p key={note} className={styles.options}>
            {note}
          </p>
        ))}
        {gone && <p className={styles.mark}>{t('basket:stock.gone')}</p>}
        {item.availability === 'below' && (
          <p className={styles.mark}>{t('basket:stock.below', { quantity: formatQuantity(item.stock ?? 0, item.unitId, locale) })}</p>
        )}
        <div className={styles.act}>
          {!gone && (
            <Stepper
              name={item.name}
              quantity={item.quantity}
              unitId={item.unitId}
              minimum={item.minimumPurchase}
              stock={item.stock}
              removable
              onQuantity={(quantity) => setItemQuantity(item, quantity)}
            />
          )}
          <p className={styles.price}>
            <b>
              <Money amd={item.totalPrice} />
            </b>
            {item.baseTotalPrice > item.totalPrice && (
              <s>
                <Money amd={item.baseTotalPrice} />
              </s>
            )}
          </p>
        </div>
      </div>
    </li>
  )
}
