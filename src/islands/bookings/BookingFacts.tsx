import type { ReactNode } from 'react'
import type { BasketItem } from '#contract/baskets/calls.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { useLocale } from '#islands/ui/locale.ts'
import styles from './bookings.module.css'

/** A row of a description list. */
export const Fact = ({ name, text }: { name: string; text: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </div>
)

/** "3.5 kg", "× 2" */
export const countWords = (quantity: number, unitId: UnitId, locale: Locale): string =>
  `${unitId === WEIGHED_UNIT ? '' : '× '}${formatQuantity(quantity, unitId, locale)}`

/** What is to be done, and how much of it. */
export const ItemsToDo = ({ items }: { items: readonly BasketItem[] }) => {
  const locale = useLocale()
  return (
    <ul className={styles.lines}>
      {items.map(({ id, name, quantity, unitId }) => (
        <li key={id}>
          <span>{name}</span>
          <span className="muted">{countWords(quantity, unitId, locale)}</span>
        </li>
      ))}
    </ul>
  )
}
