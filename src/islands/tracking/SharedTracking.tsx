import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { SharedOrder } from '#contract/orders/calls.ts'
import { TRACKING_STATUS, TRACKING_STEPS } from '#domain/order-status.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { labelled } from '#i18n/labelled.ts'
import order from '#islands/orders/orders.module.css'
import { windowWords } from '#islands/orders/order-words.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $shared, followShared, loadShared } from '#stores/orders/shared.ts'
import styles from './tracking.module.css'

/** The page of a shared link: how far a delivery is, for whoever waits at the door. */
export const SharedTracking = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={6} />}>
    <Opened />
  </AfterMount>
)

const Opened = () => {
  const t = useWords('tracking', 'states')
  const locale = useLocale()
  const shown = useStore($shared)
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => followShared(token), [token])
  if (shown.state === 'loading') return <Skeleton lines={6} label={t('states:loading')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadShared(token)} />
  if (shown.state === 'unknown')
    return (
      <Empty picture="🔗" title={t('tracking:unknown.title')} text={t('tracking:unknown.text')}>
        <a className="button button-brand" href={localePath(locale, '/')}>
          {t('tracking:home')}
        </a>
      </Empty>
    )
  const { trackingStatus, delivery } = shown.order
  if (delivery === null) return <Over trackingStatus={trackingStatus} />
  return <UnderWay trackingStatus={trackingStatus} delivery={delivery} isStale={shown.isStale} />
}

/** Delivered or cancelled: the link shows nothing else any more. */
const Over = ({ trackingStatus }: Pick<SharedOrder, 'trackingStatus'>) => {
  const t = useT('tracking')
  const locale = useLocale()
  const isDelivered = trackingStatus === TRACKING_STATUS.DELIVERED
  return (
    <Empty
      picture={isDelivered ? '🎉' : '🛑'}
      title={t(isDelivered ? 'tracking:delivered' : 'tracking:cancelled')}
      text={t('tracking:overText')}
    >
      <a className="button button-brand" href={localePath(locale, '/')}>
        {t('tracking:home')}
      </a>
    </Empty>
  )
}

interface UnderWayProps {
  trackingStatus: SharedOrder['trackingStatus']
  delivery: NonNullable<SharedOrder['delivery']>
  isStale: boolean
}

const UnderWay = ({ trackingStatus, delivery: { firstName, street, from, to }, isStale }: UnderWayProps) => {
  const t = useT('tracking')
  const locale = useLocale()
  return (
    <section className={styles.shared} aria-labelledby="tracking-title">
      <h2 id="tracking-title" className={styles.title}>
        {firstName ? t('tracking:for', { name: firstName }) : t('tracking:title')}
      </h2>
      <p className={styles.status} aria-live="polite">
        {t(`tracking:status.${trackingStatus}`)}
      </p>
      <p>
        {labelled(t('tracking:arrives'), locale)} <strong>{windowWords(from, to, locale)}</strong>
        <br />
        {labelled(t('tracking:street'), locale)} <strong>{street}</strong>
      </p>
      <ol className={order.steps}>
        {TRACKING_STEPS.map((step) => {
          const isCurrent = step === trackingStatus
          const look = [order.step, step <= trackingStatus && order.done, isCurrent && order.current]
          return (
            <li key={step} className={look.filter(Boolean).join(' ')} aria-current={isCurrent ? 'step' : undefined}>
              <span className={order.dot}>{step <= trackingStatus && <Icon name="check" />}</span>
              {t(`tracking:status.${step}`)}
            </li>
          )
        })}
      </ol>
      <p className="muted">{t(isStale ? 'tracking:stale' : 'tracking:live')}</p>
    </section>
  )
}
