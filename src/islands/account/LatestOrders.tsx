import { useStore } from '@nanostores/react'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { $history } from '#stores/orders/orders.ts'
import styles from './profile.module.css'

/** How many fit beside the menu. */
const SHOWN = 2

/** The last orders on the account's first page, without their cards, whose dates and words would weigh 6 KB; nothing while they load, as nothing stands below. */
export const LatestOrders = () => {
  const t = useT('account', 'orders')
  const locale = useLocale()
  const history = useStore($history)
  if (history.state !== 'ready' || history.list.length === 0) return null
  return (
    <section className={styles.latest}>
      <h2>{t('account:latestOrders')}</h2>
      <ul className={styles.latestList}>
        {history.list.slice(0, SHOWN).map(({ id, orderNumber, suppliers, orderPrice }) => (
          <li key={id}>
            <a className={styles.tile} href={orderPath(orderNumber)}>
              <strong>{t('orders:number', { number: orderNumber })}</strong>
              <span className="muted">
                {suppliers.map(({ name }) => name).join(', ')} · {formatAmd(orderPrice, locale)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a href={localePath(locale, '/account/orders')}>{t('orders:allOrders')}</a>
    </section>
  )
}
