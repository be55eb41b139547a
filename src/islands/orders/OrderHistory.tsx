import { Suspense, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { localePath, type Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { environment } from '#stores/environment.ts'
import { splitOrders } from '#stores/orders/order-view.ts'
import {
  $history,
  $historyDays,
  $historyFilter,
  $historyTerm,
  filterDays,
  filterHistory,
  loadHistory,
  loadMoreHistory,
  searchHistory,
  type History,
  type HistoryDays
} from '#stores/orders/orders.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { HistorySkeleton } from './OrderSkeleton.tsx'
import { SignInFirst } from './OrderStates.tsx'
import styles from './orders.module.css'

const FILTERS = ['all', 'active', 'unreviewed', 'reviewed', 'pickup'] as const

/** All orders of the user: active ones first, then past ones, newest first. */
export const OrderHistory = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<HistorySkeleton />}>
    <HistoryBody />
  </AfterMount>
)

const HistoryBody = () => {
  const t = useWords('orders', 'history', 'states')
  const locale = useLocale()
  const history = useStore($history)
  const filter = useStore($historyFilter)
  const days = useStore($historyDays)
  const term = useStore($historyTerm)
  useEffect(() => void restoreSession(), [])
  if (history.state === 'loading') return <HistorySkeleton />
  if (history.state === 'signedOut')
    return (
      <Suspense fallback={<HistorySkeleton />}>
        <SignInFirst title={t('history:signInHistory')} />
      </Suspense>
    )
  if (history.state === 'failed') return <Failed text={history.failure.message} onRetry={() => void loadHistory()} />
  const shown = history.list.length > 0 ? <Lists history={history} /> : null
  const isBetween = days.from !== '' || days.to !== ''
  if (shown || filter !== 'all' || isBetween || term)
    return (
      <div className={styles.history}>
        <ul className="chips">
          {FILTERS.map((one) => (
            <li key={one}>
              <button className="chip" type="button" aria-current={one === filter ? 'true' : undefined} onClick={() => filterHistory(one)}>
                {t(`history:filter.${one}`)}
              </button>
            </li>
          ))}
        </ul>
        {(isBetween || term || history.totalCount > FEW) && (
          <>
            <Search />
            <Days days={days} isBetween={isBetween} />
          </>
        )}
        <div aria-live="polite">
          {!shown && <p className="muted">{t(term ? 'history:search.none' : isBetween ? 'history:days.none' : NONE[filter])}</p>}
        </div>
        {shown}
      </div>
    )
  return (
    <Empty picture="🧾" title={t('history:emptyTitle')} text={t('history:emptyText')}>
      <a className="button button-brand" href={localePath(locale, '/restaurants')}>
        {t('history:emptyAction')}
      </a>
    </Empty>
  )
}

const NONE = {
  all: 'history:emptyTitle',
  active: 'history:noneActive',
  unreviewed: 'history:noneRated',
  reviewed: 'history:noneRated',
  pickup: 'history:nonePickup'
} as const

/** Looks orders up by a supplier or by something that was in them, as it is typed. */
const Search = () => {
  const t = useT('orders', 'history')
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (typed.trim() === $historyTerm.get()) return
    return environment().later(SEARCH_MS, () => searchHistory(typed.trim()))
  }, [typed])
  return (
    <search>
      <Field
        label={t('history:search.label')}
        type="search"
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
const SEARCH_MS = 300

/** Days are chosen where a look does not find an order. */
const FEW = 5

const Days = ({ days, isBetween }: { days: HistoryDays; isBetween: boolean }) => {
  const t = useT('orders', 'history')
  return (
    <details className={styles.days} open={isBetween}>
      <summary className="chip">{t('history:days.title')}</summary>
      <div className={styles.daysFields}>
        <Field
          label={t('history:days.from')}
          type="date"
          value={days.from}
          max={days.to || undefined}
          onChange={({ target }) => filterDays({ from: target.value })}
        />
        <Field
          label={t('history:days.to')}
          type="date"
          value={days.to}
          min={days.from || undefined}
          onChange={({ target }) => filterDays({ to: target.value })}
        />
        {isBetween && <Button onClick={() => filterDays()}>{t('history:days.all')}</Button>}
      </div>
    </details>
  )
}

const Lists = ({ history: { list, totalCount, more } }: { history: Extract<History, { state: 'ready' }> }) => {
  const t = useT('orders', 'history')
  const { active, past } = splitOrders(list)
  const sections = [
    { title: t('history:active'), list: active },
    { title: t('history:earlier'), list: past }
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
            {more === 'failed' ? t('states:failedText') : t('history:shown', { shown: list.length, total: totalCount })}
          </p>
          <Button pending={more === 'loading'} onClick={() => void loadMoreHistory()}>
            {t('history:more')}
          </Button>
        </div>
      )}
    </div>
  )
}
