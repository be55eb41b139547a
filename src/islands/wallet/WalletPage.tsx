import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Wallet } from '#contract/wallet/calls.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatDate } from '#i18n/dates.ts'
import { Own } from '#islands/account/Own.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { openModal } from '#stores/modals.ts'
import { $wallet, loadWallet, type ReadyWallet } from '#stores/wallet/wallet.ts'
import { PointsChart } from './PointsChart.tsx'
import { PointsHistory } from './PointsHistory.tsx'
import { pointsVariables } from './points-words.ts'
import { Withdraw } from './Withdraw.tsx'
import styles from './wallet.module.css'

const Draws = lazy(async () => ({ default: (await import('./rewards/Draws.tsx')).Draws }))
const FreeDeliveries = lazy(async () => ({ default: (await import('./rewards/FreeDeliveries.tsx')).FreeDeliveries }))
const CorporateWallet = lazy(async () => ({ default: (await import('./CorporateWallet.tsx')).CorporateWallet }))

/** Points of the person, and the wallet of their company: what they have, what came and went in a year, and why. */
export const WalletPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['wallet']}>
    {() => <Wallets />}
  </Own>
)

const Wallets = () => {
  const t = useT('wallet', 'states')
  const shown = useStore($wallet)
  useEffect(() => void loadWallet(), [])
  if (shown.state === 'loading') return <Skeleton lines={8} label={t('states:loading')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadWallet()} />
  return (
    <>
      {shown.hasCorporate && (
        <Suspense fallback={<Skeleton lines={4} label={t('states:loading')} />}>
          <CorporateWallet />
        </Suspense>
      )}
      <Points shown={shown} />
    </>
  )
}

const Points = ({ shown }: { shown: ReadyWallet }) => {
  const t = useT('wallet', 'states')
  const locale = useLocale()
  const { wallet, entries } = shown
  const earned = (
    <Suspense fallback={<Skeleton lines={4} label={t('states:loading')} />}>
      {wallet.freeDeliveries > 0 && <FreeDeliveries />}
      {wallet.tickets > 0 && <Draws />}
    </Suspense>
  )
  if (entries.length === 0)
    return (
      <>
        <Empty picture="🪙" title={t('wallet:none.title')} text={t('wallet:none.text')}>
          <a className="button button-brand" href={localePath(locale, '/')}>
            {t('wallet:none.order')}
          </a>
          <HowPointsWork />
        </Empty>
        {earned}
      </>
    )
  return (
    <>
      <Balance wallet={wallet} />
      {earned}
      <PointsChart months={wallet.months} />
      <PointsHistory shown={shown} />
    </>
  )
}

const HowPointsWork = () => (
  <a className="button" href={localePath(useLocale(), '/campaigns/points')}>
    {useT('wallet')('wallet:none.how')}
  </a>
)

const Balance = ({ wallet }: { wallet: Wallet }) => {
  const { available, pending, accumulated, nextAvailable, nextExpiry } = wallet
  const t = useT('wallet')
  const locale = useLocale()
  const words = (points: number): string => t('wallet:points', pointsVariables(points, locale))
  const dated = ({ points, at }: { points: number; at: string }) => ({ points: words(points), date: formatDate(Date.parse(at)) })
  return (
    <section className={styles.card} aria-labelledby="points">
      <p id="points" className="muted">
        {t('wallet:available')}
      </p>
      <p className={styles.available}>{words(available)}</p>
      <dl className={styles.facts}>
        {pending > 0 && (
          <div>
            <dt className="muted">{t('wallet:pending')}</dt>
            <dd>
              <b>{words(pending)}</b>
              {nextAvailable && <span className={styles.note}>{t('wallet:pendingFrom', dated(nextAvailable))}</span>}
            </dd>
          </div>
        )}
        <div>
          <dt className="muted">{t('wallet:earned')}</dt>
          <dd>
            <b>{words(accumulated)}</b>
          </dd>
        </div>
      </dl>
      {nextExpiry && <p>{t('wallet:expiry', dated(nextExpiry))}</p>}
      <p className="muted">{t('wallet:about')}</p>
      <p className={styles.buttons}>
        <Button onClick={() => openModal('visa-accumulated')}>{t('wallet:rewards.title')}</Button>
        <HowPointsWork />
      </p>
      <Withdraw wallet={wallet} />
    </section>
  )
}
