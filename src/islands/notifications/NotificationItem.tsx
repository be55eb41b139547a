import type { MouseEvent } from 'react'
import type { Notification } from '#contract/notifications/calls.ts'
import { localePath } from '#domain/locale.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openNotification } from '#stores/notifications/notifications.ts'
import styles from './notifications.module.css'

/** A click with a modifier key or another button opens a new tab as usual. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

export const NotificationItem = ({ notification }: { notification: Notification }) => {
  const t = useT('account')
  const locale = useLocale()
  const { title, text, path, createdAt, isRead } = notification
  const open = (event: MouseEvent): void => {
    if (!isPlain(event)) return
    event.preventDefault()
    void openNotification(notification)
  }
  return (
    <li className={isRead ? styles.item : `${styles.item} ${styles.unread}`}>
      <h2 className={styles.title}>
        <a className={styles.link} href={localePath(locale, path)} onClick={open}>
          {title}
        </a>
        {!isRead && <span className="badge badge-brand">{t('account:notifications.new')}</span>}
      </h2>
      {text && <p>{text}</p>}
      <p className="muted">
        <time dateTime={createdAt}>{formatDateTime(Date.parse(createdAt))}</time>
      </p>
    </li>
  )
}
