import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { formatDate } from '#i18n/dates.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $bonuses, loadBonus } from '#stores/wallet/order-bonus.ts'
import { deliveryWords } from './delivery-words.ts'
import { ruleWords } from './PointsHistory.tsx'
import { pointsVariables } from './points-words.ts'
import styles from './wallet.module.css'

/** Modal `wallet-points-details`: what an order earns, rule by rule. */
export const PointsDetails = ({ params: { orderId } }: ModalProps<'wallet-points-details'>) => {
  const t = useT('wallet', 'draws', 'states')
  const locale = useLocale()
  const bonus = useStore($bonuses)[orderId]
  useEffect(() => void loadBonus(orderId), [orderId])
  const hasMore = bonus ? bonus.tickets.length + bonus.deliveries.length > 0 : false
  const words = (points: number): string => t('wallet:points', pointsVariables(points, locale))
  return (
    <SheetContent title={t(hasMore ? 'draws:title' : 'wallet:details.title')}>
      {bonus === undefined && <Skeleton lines={4} label={t('states:loading')} />}
      {bonus === null && <Failed text={t('wallet:details.failed')} onRetry={() => void loadBonus(orderId)} />}
      {bonus && (
        <div className={styles.details}>
          {(bonus.state !== 'none' || !hasMore) && <p className={styles.available}>{words(bonus.points)}</p>}
          {bonus.rules.length > 0 && (
            <ul className={styles.entries}>
              {bonus.rules.map((rule) => (
                <li key={rule.title} className={styles.entry}>
                  <p className={styles.what}>
                    <span>{ruleWords(rule, t, locale)}</span>
                    <strong>{words(rule.points)}</strong>
                  </p>
                  {rule.takenBack > 0 && <p className="muted">{t('wallet:details.takenBack', { points: words(rule.takenBack) })}</p>}
                </li>
              ))}
            </ul>
          )}
          {bonus.state === 'expected' && <p className="muted">{t('wallet:details.expected')}</p>}
          {bonus.state === 'none' && !hasMore && <p className="muted">{t('wallet:details.none')}</p>}
          {bonus.state === 'pending' && bonus.availableAt && bonus.expiresAt && (
            <p className="muted">
              {t('wallet:from', { from: formatDate(Date.parse(bonus.availableAt)), until: formatDate(Date.parse(bonus.expiresAt)) })}
            </p>
          )}
          {bonus.state === 'available' && bonus.expiresAt && (
            <p className="muted">{t('wallet:until', { until: formatDate(Date.parse(bonus.expiresAt)) })}</p>
          )}
          {bonus.tickets.length > 0 && (
            <ul className={styles.entries}>
              {bonus.tickets.map(({ title, tickets, withdrawn }) => (
                <li key={title} className={styles.entry}>
                  <p className={styles.what}>
                    <span>{title}</span>
                    <strong>{t('draws:bonus', { count: tickets })}</strong>
                  </p>
                  {withdrawn > 0 && <p className="muted">{t('draws:taken', { tickets: t('draws:bonus', { count: withdrawn }) })}</p>}
                </li>
              ))}
            </ul>
          )}
          {bonus.deliveries.length > 0 && (
            <ul className={styles.entries}>
              {bonus.deliveries.map(({ title, lastDay, state }) => (
                <li key={title} className={styles.entry}>
                  <p className={styles.what}>
                    <span>{title}</span>
                    <strong>{t('wallet:deliveries.one')}</strong>
                  </p>
                  <p className="muted">{deliveryWords({ lastDay, state }, t)}</p>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </SheetContent>
  )
}
