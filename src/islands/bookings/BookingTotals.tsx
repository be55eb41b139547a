import type { Totals } from '#contract/baskets/calls.ts'
import { Money } from '#islands/ui/Money.tsx'
import { useT } from '#islands/ui/locale.ts'
import styles from './bookings.module.css'

/** All parts of the price, in the words of services. */
export const BookingTotals = ({ totals }: { totals: Totals }) => {
  const t = useT('bookings')
  const { totalPrice, totalPacking, deliveryPrice, totalServiceFee, orderPrice } = totals
  return (
    <dl className={styles.totals}>
      <Row name={t('bookings:totals.items')} amd={totalPrice} />
      {totalPacking > 0 && <Row name={t('bookings:totals.packing')} amd={totalPacking} />}
      <Row name={t('bookings:totals.visit')} amd={deliveryPrice.total} free={t('bookings:totals.free')} />
      {totalServiceFee > 0 && <Row name={t('bookings:totals.fee')} amd={totalServiceFee} />}
      <Row name={t('bookings:totals.total')} amd={orderPrice} strong />
    </dl>
  )
}

/** `free`: text shown for 0. */
const Row = ({ name, amd, free, strong }: { name: string; amd: number; free?: string; strong?: boolean }) => (
  <div className={strong ? styles.price : undefined}>
    <dt>{name}</dt>
    <dd>{free && amd === 0 ? free : <Money amd={amd} />}</dd>
  </div>
)
