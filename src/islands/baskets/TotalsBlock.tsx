import { useStore } from '@nanostores/react'
import type { Totals } from '#contract/baskets/calls.ts'
import { formatAmd } from '#domain/money.ts'
import type { Fulfilment } from '#domain/orders/fulfilment.ts'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { $currency } from '#stores/currency.ts'
import styles from './TotalsBlock.module.css'

const FULFILMENTS = { delivery: 'basket:totals.delivery', pickup: 'basket:mode.pickup', service: 'basket:service.visit' } as const

interface TotalsBlockProps {
  totals: Totals
  /** Amounts are being recalculated. */
  settling?: boolean
  /** Suppliers that deliver separately. */
  deliveries?: number
  /** The delivery address is known: no price waits for one. */
  hasAddress?: boolean
  fulfilment?: Fulfilment
}

/**
 * All parts of the price; the same block in basket, checkout and order. The first amount is the sum of the lines, discounts included. Parts
 * that cost nothing and do not apply are omitted.
 */
export const TotalsBlock = ({ totals, settling = false, deliveries = 1, hasAddress = false, fulfilment = null }: TotalsBlockProps) => {
  const t = useT('basket')
  const locale = useLocale()
  const { totalPrice, discount, totalPacking, deliveryPrice, totalServiceFee, voucherDiscount, totalTip = 0, orderPrice } = totals
  const currency = useStore($currency)
  const about = currency && { code: currency.code, date: currency.date.split('-').toReversed().join('/') }
  const deliveryNotes = [
    deliveries > 1 && !fulfilment && t('basket:totals.deliveries', { count: deliveries }),
    deliveryPrice.isEstimate && !hasAddress && t('basket:totals.estimate')
  ].filter(Boolean)
  return (
    <>
      <dl className={styles.totals} aria-busy={settling || undefined}>
        <Row
          name={t(fulfilment === 'service' ? 'basket:service.items' : 'basket:totals.items')}
          note={discount > 0 ? t('basket:totals.discounted', { price: formatAmd(discount, locale) }) : undefined}
          amd={totalPrice}
        />
        {totalPacking > 0 && <Row name={t('basket:totals.packing')} amd={totalPacking} />}
        {fulfilment !== 'admission' && (
          <Row
            name={t(FULFILMENTS[fulfilment ?? 'delivery'])}
            note={deliveryNotes.join(', ') || undefined}
            amd={deliveryPrice.total}
            free={t('basket:totals.free')}
          />
        )}
        {totalServiceFee > 0 && <Row name={t('basket:totals.fee')} amd={totalServiceFee} />}
        {voucherDiscount > 0 && <Row name={t('basket:totals.voucher')} amd={-voucherDiscount} />}
        {totalTip > 0 && <Row name={t('basket:totals.tip')} amd={totalTip} />}
        <Row name={t('basket:totals.total')} amd={orderPrice} strong />
      </dl>
      {about && <p className={`${styles.totals} ${styles.note}`}>{t('basket:totals.about', about)}</p>}
    </>
  )
}

interface RowProps {
  name: string
  amd: number
  note?: string | undefined
  /** Text shown for 0. */
  free?: string
  strong?: boolean
}

const Row = ({ name, amd, note, free, strong = false }: RowProps) => (
  <div className={strong ? `${styles.row} ${styles.total}` : styles.row}>
    <dt>
      {name} {note && <span className={styles.note}>{note}</span>}
    </dt>
    <dd>{free && amd === 0 ? free : <Money amd={amd} />}</dd>
  </div>
)
