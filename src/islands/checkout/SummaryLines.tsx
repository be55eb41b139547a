import type { Basket } from '#contract/baskets/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { supplierPath, WEIGHED_UNIT } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { removeEntry } from '#stores/addresses/out-of-area.ts'
import { canLeaveOut } from '#stores/baskets/next-step.ts'
import styles from './checkout.module.css'

/** The lines by supplier, in a group order by person, and the amount missing to a minimum. */
export const SummaryLines = ({ basket }: { basket: Basket }) => {
  const t = useT('checkout', 'basket')
  const locale = useLocale()
  const isGroup = basket.type === 'initiator'
  const shown = basket.basketList.sessionBaskets.flatMap(({ name, sessionId, entries }) =>
    entries.map((entry) => ({ entry, name: isGroup ? name : undefined, key: `${sessionId}:${entry.supplier.id}` }))
  )
  return shown.map(({ entry, name, key }) => {
    const { supplier, items, missingToMinimum } = entry
    const path = localePath(locale, supplierPath(supplier.kind, supplier.alias))
    return (
      <section key={key} className={styles.supplier}>
        <h3 className={styles.name}>{name ?? <a href={path}>{supplier.name}</a>}</h3>
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
              </a>{' '}
              {canLeaveOut(basket, entry) && (
                <button className={styles.link} type="button" onClick={() => removeEntry(entry)}>
                  {t('basket:part.leaveOut', { supplier: supplier.name })}
                </button>
              )}
            </span>
          </p>
        )}
      </section>
    )
  })
}
