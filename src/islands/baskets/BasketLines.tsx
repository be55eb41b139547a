import type { Basket, BasketEntry } from '#contract/baskets/calls.ts'
import { formatMinutes } from '#domain/time/date-format.ts'
import { supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { openModal } from '#stores/modals.ts'
import { removeEntry } from '#stores/addresses/out-of-area.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { BasketLine } from './BasketLine.tsx'
import styles from './BasketLines.module.css'

/** The basket's lines by supplier, each with its delivery and packing. */
export const BasketLines = ({ basket }: { basket: Basket }) => (
  <>
    {basket.basketList.sessionBaskets
      .flatMap(({ entries }) => entries)
      .map((entry) => (
        <Part key={`${entry.supplier.id}:${entry.branchId}`} entry={entry} />
      ))}
  </>
)

const Part = ({ entry }: { entry: BasketEntry }) => {
  const t = useT('basket')
  const locale = useLocale()
  const { supplier, open, minutesFrom, minutesTo } = entry
  return (
    <section className={styles.part} aria-label={t('basket:from', { supplier: supplier.name })}>
      <h3 className={styles.supplier}>
        <a href={localePath(locale, supplierPath(supplier.kind, supplier.alias))}>{supplier.name}</a>
        <span className={styles.time}>{formatMinutes(minutesFrom, minutesTo, locale)}</span>
      </h3>
      {entry.withdrawn ? <Mark text={t('basket:part.withdrawn')} /> : open.status === 1 && <Mark text={t('basket:part.closed')} />}
      {entry.outOfArea && <OutOfArea entry={entry} />}
      <ul className={styles.lines}>
        {entry.items.map((item) => (
          <BasketLine key={item.id} item={item} />
        ))}
      </ul>
      <Conditions entry={entry} />
      <p className={styles.costs}>
        <span>
          {t('basket:part.delivery')}: {entry.deliveryPrice === 0 ? t('basket:totals.free') : <Money amd={entry.deliveryPrice} />}
        </span>
        {entry.packingPrice > 0 && (
          <span>
            {t('basket:part.packing')}: <Money amd={entry.packingPrice} />
          </span>
        )}
      </p>
    </section>
  )
}

/** Out-of-area notice before the checkout, with its actions. */
const OutOfArea = ({ entry }: { entry: BasketEntry }) => {
  const t = useT('basket')
  return (
    <>
      <Mark text={t('basket:part.outOfArea', { supplier: entry.supplier.name })} />
      <p className={styles.ways}>
        <Button onClick={() => openModal('address-search')}>{t('basket:part.otherAddress')}</Button>
        <Button look="quiet" onClick={() => removeEntry(entry)}>
          {t('basket:part.removeAll')}
        </Button>
      </p>
    </>
  )
}

/** Amounts missing to the minimum order and to free delivery. */
const Conditions = ({ entry }: { entry: BasketEntry }) => {
  const t = useT('basket')
  const locale = useLocale()
  const { missingToMinimum, missingToFree, itemsPrice } = entry
  return (
    <>
      {missingToMinimum > 0 && <Mark text={t('basket:part.missing', { price: formatAmd(missingToMinimum, locale) })} />}
      {missingToFree !== null && (
        <div className={styles.free}>
          <p>{missingToFree > 0 ? t('basket:part.toFree', { price: formatAmd(missingToFree, locale) }) : t('basket:part.free')}</p>
          <progress aria-label={t('basket:part.progress')} max={itemsPrice + missingToFree || 1} value={itemsPrice} />
        </div>
      )}
    </>
  )
}

const Mark = ({ text }: { text: string }) => (
  <p className={styles.mark}>
    <Icon name="alert" /> {text}
  </p>
)
