import type { Basket, BasketEntry } from '#contract/baskets/calls.ts'
import { formatMinutes } from '#domain/time/date-format.ts'
import { supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { labelled } from '#i18n/labelled.ts'
import { openModal } from '#stores/modals.ts'
import { removeEntry } from '#stores/addresses/out-of-area.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { canLeaveOut } from '#stores/baskets/next-step.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { BasketLine } from './BasketLine.tsx'
import { ModeToggle } from './ModeToggle.tsx'
import styles from './BasketLines.module.css'

/** The basket's lines by supplier, each with its delivery and packing; those of a single one are in the totals. */
export const BasketLines = ({ basket }: { basket: Basket }) => {
  const entries = entriesOf(basket)
  return (
    <>
      {entries.map((entry) => (
        <Part
          key={`${entry.supplier.id}:${entry.branchId}`}
          entry={entry}
          removable={canLeaveOut(basket, entry)}
          single={entries.length === 1}
        />
      ))}
    </>
  )
}

/** Services are visits: they come, and nothing is delivered. */
const partKey = ({ supplier }: BasketEntry, word: 'closed' | 'free' | 'toFree' | 'outOfArea') =>
  supplier.kind === 'service' ? (`basket:service.${word}` as const) : (`basket:part.${word}` as const)

const Part = ({ entry, removable, single }: { entry: BasketEntry; removable: boolean; single: boolean }) => {
  const t = useT('basket')
  const locale = useLocale()
  const { supplier, open, minutesFrom, minutesTo } = entry
  const isService = supplier.kind === 'service'
  /** Tickets are there once they are paid. */
  const isBrought = minutesTo > 0
  return (
    <section className={styles.part} aria-label={t('basket:from', { supplier: supplier.name })}>
      <h3 className={styles.supplier}>
        <a href={localePath(locale, supplierPath(supplier.kind, supplier.alias))}>{supplier.name}</a>
        {!isService && isBrought && <span className={styles.time}>{formatMinutes(minutesFrom, minutesTo, locale)}</span>}
      </h3>
      {entry.withdrawn ? (
        <Mark text={t('basket:part.withdrawn')} />
      ) : (
        open.status === 1 && <Mark text={t(entry.pickup ? 'basket:mode.closed' : partKey(entry, 'closed'))} />
      )}
      {single && (entry.pickup || entry.otherMode) && <ModeToggle entry={entry} />}
      {entry.outOfArea && <OutOfArea entry={entry} />}
      <ul className={styles.lines}>
        {entry.items.map((item) => (
          <BasketLine key={item.id} item={item} />
        ))}
      </ul>
      <Conditions entry={entry} />
      {removable && !entry.outOfArea && (
        <p className={styles.ways}>
          <Button look="quiet" onClick={() => removeEntry(entry)}>
            {t('basket:part.leaveOut', { supplier: supplier.name })}
          </Button>
        </p>
      )}
      {!single && isBrought && (
        <p className={styles.costs}>
          <span>
            {labelled(t(isService ? 'basket:service.visit' : 'basket:part.delivery'), locale)}{' '}
            {entry.deliveryPrice === 0 ? t('basket:totals.free') : <Money amd={entry.deliveryPrice} />}
          </span>
          {entry.packingPrice > 0 && (
            <span>
              {labelled(t('basket:part.packing'), locale)} <Money amd={entry.packingPrice} />
            </span>
          )}
        </p>
      )}
    </section>
  )
}

/** Out-of-area notice before the checkout, with its actions. */
const OutOfArea = ({ entry }: { entry: BasketEntry }) => {
  const t = useT('basket')
  return (
    <>
      <Mark text={t(partKey(entry, 'outOfArea'), { supplier: entry.supplier.name })} />
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
          <p>{missingToFree > 0 ? t(partKey(entry, 'toFree'), { price: formatAmd(missingToFree, locale) }) : t(partKey(entry, 'free'))}</p>
          <progress aria-hidden max={itemsPrice + missingToFree || 1} value={itemsPrice} />
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
