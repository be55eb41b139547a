import { useEffect, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { formatDate } from '#i18n/dates.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Failed } from '#islands/ui/States.tsx'
import { $deletion, cancelDeletion, loadDeletion } from '#stores/account/deletion.ts'
import { announce } from '#stores/announce.ts'
import { openModal } from '#stores/modals.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import styles from '#islands/account/profile.module.css'

const cancel = async (): Promise<void> => {
  if (await cancelDeletion.submit()) void announce('privacy:deletion.kept')
}

/** Requests deletion of the account, and cancels it until it is done. */
export const DeletionSection = ({ waiting }: { waiting: ReactNode }) => {
  const t = useT('privacy', 'states')
  const own = useStore($deletion)
  const keeping = useStore(cancelDeletion.$state)
  useEffect(() => void loadDeletion(), [])
  return (
    <section className={styles.card} aria-labelledby="deletion">
      <h2 id="deletion" className={styles.title}>
        {t('privacy:deletion.title')}
      </h2>
      {own.state === 'loading' && waiting}
      {own.state === 'failed' && <Failed text={own.failure.message} onRetry={() => void loadDeletion()} />}
      {own.state === 'ready' &&
        (own.deletion.dueAt === null ? (
          <>
            <p className="muted">{t('privacy:deletion.text', { count: own.deletion.days })}</p>
            <div className={styles.actions}>
              <Button onClick={() => openModal('account-deletion')}>{t('privacy:deletion.begin')}</Button>
            </div>
          </>
        ) : (
          <>
            <p className={styles.value}>{t('privacy:deletion.waiting', { date: formatDate(Date.parse(own.deletion.dueAt)) })}</p>
            <p className="muted">{t('privacy:deletion.waitingText')}</p>
            <p className={styles.error} role="alert">
              {failureWords(keeping, t)}
            </p>
            <div className={styles.actions}>
              <Button look="brand" pending={keeping.state === 'pending'} onClick={() => void cancel()}>
                {t('privacy:deletion.keep')}
              </Button>
            </div>
          </>
        ))}
    </section>
  )
}
