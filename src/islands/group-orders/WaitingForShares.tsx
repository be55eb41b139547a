import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { groupPath } from '#domain/orders/group-order.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { $clock } from '#stores/clock.ts'
import { countdown, payableFor } from '#stores/orders/order-view.ts'
import styles from '#islands/orders/orders.module.css'

/** Everybody pays a share of the order, which its group order shows. */
export const WaitingForShares = ({ order, link: { alias, hash } }: { order: OrderDetails; link: { alias: string; hash: string } }) => {
  const t = useT('orders', 'paying')
  const locale = useLocale()
  const left = payableFor(order, useStore($clock)) ?? 0
  return (
    <section className={styles.pay} aria-label={t('orders:payment')}>
      <h2>{t('paying:shares.title')}</h2>
      <p>{t('paying:shares.text', { left: countdown(left) })}</p>
      <a className="button button-brand" href={groupPath(locale, alias, hash)}>
        {t('paying:shares.open')}
      </a>
    </section>
  )
}
