import type { Basket } from '#contract/baskets/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { supplierPath, WEIGHED_UNIT } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import styles from './checkout.module.css'

/** The lines by supplier, and the amount missing to a minimum. */
export const SummaryLines = ({ basket }: { basket: Basket }) => {
  const t = useT('checkout')
  const locale = useLocale()
  return entriesOf(basket).map(({ supplier, items, missingToMinimum }) => {
    const path = localePath(locale, supplierPath(supplier.kind, supplier.alias))
    return (
      <section key={supplier.id} className={styles.supplier}>
        <h3 className={styles.name}>
          <a href={path}>{supplier.name}</a>
        </h3>
        <ul className={styles.lines}>
          {items.map((item) => (
            <li key={item.id} className={item.availability === 'gone' ? styles.gone : undefined}>
              <span className={styles.count}>
                {formatQuantity(item.quantity, item.unitId, locale)}
                {item.unitId === WEIGHED_UNIT ? '' : ' ×'}
              </span>
              <span className={styles.what}>{item.name}</span>
              <span className={styles.sum}>{formatAmd(item.totalPrice, locale)}</span>
            </li>
          ))}
        </ul>
        {missingToMinimum > 0 && (
          <p className={styles.notice} aria-live="polite">
            <span>
              {t('checkout:minimum', { supplier: supplier.name, price: formatAmd(missingToMinimum, locale) })}.{' '}
              <a className={styles.link} href={path}>
                {t('checkout:addMore')}
              </a>
            </span>
          </p>
        )}
      </section>
    )
  })
}
