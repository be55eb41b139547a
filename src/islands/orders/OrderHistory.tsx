import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { localePath, type Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { splitOrders } from '#stores/orders/order-view.ts'
import { $history, loadHistory, loadMoreHistory, type History } from '#stores/orders/orders.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { HistorySkeleton } from './OrderSkeleton.tsx'
import { SignInFirst } from './OrderStates.tsx'
import styles from './orders.module.css'

/** All orders of the user: active ones first, then past ones, newest first. */
export const OrderHistory = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<HistorySkeleton />}>
    <HistoryBody />
  </AfterMount>
)

const HistoryBody = () => {
  const t = useWords('orders', 'states')
  const locale = useLocale()
  const history = useStore($history)
  useEffect(() => void restoreSession(), [])
  if (history.state === 'loading') return <HistorySkeleton />
  if (history.state === 'signedOut') return <SignInFirst title={t('orders:signInHistory')} />
  if (history.state === 'failed') return <Failed text={history.failure.message} onRetry={() => void loadHistory()} />
  if (history.list.length > 0) return <Lists history={history} />
  return (
    <Empty picture="🧾" title={t('orders:emptyTitle')} text={t('orders:emptyText')}>
      <a className="button button-brand" href={localePath(locale, '/restaurants')}>
        {t('orders:emptyAction')}
      </a>
    </Empty>
  )
}

const Lists = ({ history: { list, totalCount, more } }: { history: Extract<History, { state: 'ready' }> }) => {
  const t = useT('orders')
  const { active, past } = splitOrders(list)
  const sections = [
    { title: t('orders:active'), list: active },
    { title: t('orders:earlier'), list: past }
  ]
  return (
    <div className={styles.history}>
      {sections
        .filter((section) => section.list.length > 0)
        .map((section) => (
          <section key={section.title} className={styles.history}>
            <h2>{section.title}</h2>
            <ul className={styles.list}>
              {section.list.map((order) => (
                <HistoryCard key={order.id} order={order} />
              ))}
            </ul>
          </section>
        ))}
      {list.length < totalCount && (
        <div className={styles.more}>
          <p className="muted" aria-live="polite">
            {more === 'failed' ? t('states:failedText') : t('orders:shown', { shown: list.length, total: totalCount })}
          </p>
          <Button pending={more === 'loading'} onClick={() => void loadMoreHistory()}>
            {t('orders:more')}
          </Button>
        </div>
      )}
    </div>
  )
}
