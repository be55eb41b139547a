import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { finishReset } from '#stores/credentials/password.ts'
import { $resetLink, afterReset, askForReset, endResetLink, readResetLink } from '#stores/credentials/reset-link.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { ResetForm } from './ResetForm.tsx'
import styles from './auth.module.css'

/** The page of the reset link: the form for the new password, or a notice that the link is no longer valid. */
export const ResetLink = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={3} />}>
    <Opened />
  </AfterMount>
)

const Opened = () => {
  useWords('auth', 'states', 'validation', 'modals')
  const link = useStore($resetLink)
  const search = useRef('')
  const read = (): Promise<void> => readResetLink(search.current)
  useEffect(() => {
    search.current = location.search
    // Remove the token from the URL: it must not stay in the history or leak by referrer.
    history.replaceState(history.state, '', location.pathname)
    void restoreSession().then(() => readResetLink(search.current))
  }, [])
  if (link.state === 'reading') return <Skeleton lines={3} />
  if (link.state === 'failed') return <Failed text={link.failure.message} onRetry={() => void read()} />
  return link.state === 'good' ? <ByLink token={link.token} contact={link.contact} /> : <NoLink wasOne={link.state === 'over'} />
}

const STAY = (): void => undefined

const ByLink = ({ token, contact }: { token: string; contact: string }) => {
  const t = useT('auth')
  const state = useStore(finishReset.$state)
  return (
    <div className={styles.page}>
      <p>{t('auth:reset.goodLink', { contact })}</p>
      <ResetForm id="reset-by-link" proof={() => ({ token })} after={afterReset()} close={STAY} onOver={endResetLink} />
      <p>
        <Button look="brand" type="submit" form="reset-by-link" pending={state.state === 'pending'}>
          {t('auth:reset.submit')}
        </Button>
      </p>
    </div>
  )
}

/** Shown without a valid link: offers to send a new mail. */
const NoLink = ({ wasOne }: { wasOne: boolean }) => {
  const t = useT('auth')
  return (
    <div className={styles.page}>
      <p role={wasOne ? 'alert' : undefined}>{t(wasOne ? 'auth:reset.oldLink' : 'auth:reset.noLink')}</p>
      <p>
        <Button look="brand" onClick={askForReset}>
          {t('auth:reset.newMail')}
        </Button>
      </p>
    </div>
  )
}
