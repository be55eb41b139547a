import type { Basket } from '#contract/baskets/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { openModal } from '#stores/modals.ts'
import { Part } from './Part.tsx'
import styles from './checkout.module.css'

/** The store of pickup is loaded on demand. */
const deliver = async (): Promise<unknown> => (await import('#stores/baskets/pickup.ts')).chooseDelivery()

/** Where the order is fetched, in place of the delivery address; another branch, or back to delivery. */
export const BranchPart = ({ basket }: { basket: Basket }) => {
  const t = useT('checkout')
  const entry = entriesOf(basket).find(({ pickup }) => pickup)
  const { supplierId } = basket.orderMode
  return (
    <Part name="where" title={t('checkout:pickup.where')}>
      {entry?.pickup && (
        <p>
          {t('checkout:pickup.at', { supplier: entry.supplier.name })}
          <br />
          <b>{entry.pickup.address}</b>
          <br />
          <a className={styles.link} href={`tel:${entry.pickup.phone}`}>
            {entry.pickup.phone}
          </a>
        </p>
      )}
      <p className={styles.ways}>
        <Button onClick={() => openModal('supplier-branches', supplierId === null ? {} : { supplierId })}>
          {t('checkout:pickup.branch')}
        </Button>
        <Button onClick={() => void deliver()}>{t('checkout:pickup.delivery')}</Button>
      </p>
    </Part>
  )
}
