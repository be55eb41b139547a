import type { OrderDetails } from '#contract/orders/calls.ts'
import { formatPhone } from '#domain/phone.ts'
import { useT } from '#islands/ui/locale.ts'
import styles from './orders.module.css'

/** How to reach the suppliers of an order, and the shop. */
export const OrderHelp = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  return (
    <section className={styles.card}>
      <h2 className={styles.helpTitle}>{t('orders:help.title')}</h2>
      <p>{t('orders:help.text')}</p>
      <ul className={styles.items}>
        {order.parts.map(({ supplier, branch }) => (
          <li key={supplier.id} className={`${styles.item} ${styles.middle}`}>
            <span className={styles.what}>
              {supplier.name}
              <span className={`muted ${styles.block}`}>{branch.address}</span>
            </span>
            <a
              className="button"
              href={`tel:${branch.phone}`}
              aria-label={`${t('orders:help.call', { name: supplier.name })}, ${formatPhone(branch.phone)}`}
            >
              {formatPhone(branch.phone)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
