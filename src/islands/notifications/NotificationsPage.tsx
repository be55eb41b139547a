import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { localePath, type Locale } from '#domain/locale.ts'
import { SignInFirst } from '#islands/account/SignInFirst.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { openModal } from '#stores/modals.ts'
import {
  $notifications,
  loadMoreNotifications,
  loadNotifications,
  readAll,
  type Notifications
} from '#stores/notifications/notifications.ts'
import { lookAtPush } from '#stores/notifications/push.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './notifications.module.css'

/** The user's notifications, newest first. */
export const NotificationsPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<ListSkeleton />}>
    <PageBody />
  </AfterMount>
)

const ListSkeleton = () => (
  <div className={styles.list} aria-hidden="true">
    {[0, 1, 2].map((index) => (
      <div key={index} className={styles.item}>
        <Skeleton lines={2} />
      </div>
    ))}
  </div>
)

const PageBody = () => {
  const t = useWords('account', 'states')
  const shown = useStore($notifications)
  useEffect(() => {
    void restoreSession().then((session) => (session.state === 'user' ? lookAtPush() : undefined))
  }, [])
  if (shown.state === 'loading') return <ListSkeleton />
  if (shown.state === 'signedOut') return <SignInFirst title={t('account:notifications.signIn')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadNotifications()} />
  return <List shown={shown} />
}

const List = ({ shown }: { shown: Extract<Notifications, { state: 'ready' }> }) => {
  const t = useT('account')
  const locale = useLocale()
  const { list, totalCount, unreadCount, more } = shown
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <p className="muted" aria-live="polite">
          {list.length > 0 && t(unreadCount > 0 ? 'account:notifications.unread' : 'account:notifications.allRead', { count: unreadCount })}
        </p>
        <div className={styles.actions}>
          {unreadCount > 0 && <Button onClick={() => void readAll()}>{t('account:notifications.readAll')}</Button>}
          <Button look="quiet" onClick={() => openModal('account-notify', {})}>
            {t('account:notifications.settings')}
          </Button>
        </div>
      </div>
      {list.length === 0 ? (
        <Empty picture="🔔" title={t('account:notifications.emptyTitle')} text={t('account:notifications.emptyText')}>
          <a className="button button-brand" href={localePath(locale, '/campaigns')}>
            {t('account:notifications.emptyAction')}
          </a>
        </Empty>
      ) : (
        <ul className={styles.list}>
          {list.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
      {list.length < totalCount && (
        <div className={styles.more}>
          <p className="muted" aria-live="polite">
            {more === 'failed' ? t('states:failedText') : t('account:notifications.shown', { shown: list.length, total: totalCount })}
          </p>
          <Button pending={more === 'loading'} onClick={() => void loadMoreNotifications()}>
            {t('account:notifications.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
