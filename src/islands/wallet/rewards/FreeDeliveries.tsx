import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { localePath } from '#domain/locale.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $freeDeliveries, loadFreeDeliveries } from '#stores/wallet/free-deliveries.ts'
import { deliveryWords } from '../delivery-words.ts'
import styles from '../wallet.module.css'

/** Deliveries that orders of the person made free, and what became of each. */
export const FreeDeliveries = () => {
  const t = useT('wallet', 'states')
  const locale = useLocale()
  const deliveries = useStore($freeDeliveries)
  useEffect(() => void loadFreeDeliveries(), [])
  return (
    <section className={styles.card} aria-labelledby="free-deliveries">
      <h2 id="free-deliveries" className={styles.title}>
        {t('wallet:deliveries.title')}
      </h2>
      {deliveries === undefined && <Skeleton lines={3} label={t('states:loading')} />}
      {deliveries === null && <Failed text={t('wallet:deliveries.failed')} onRetry={() => void loadFreeDeliveries()} />}
      {deliveries && (
        <ul className={styles.entries}>
          {deliveries.map(({ code, title, lastDay, state, order: { orderNumber } }) => (
            <li key={code} className={styles.entry}>
              <p className={styles.what}>
                <strong>{title}</strong>
                {state === 'open' && <strong className={styles.plus}>{t('wallet:deliveries.ready')}</strong>}
              </p>
              <p className="muted">
                {deliveryWords({ lastDay, state }, t)}{' '}
                <a href={localePath(locale, `/account/orders/${orderNumber}`)}>{t('wallet:order', { number: orderNumber })}</a>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
