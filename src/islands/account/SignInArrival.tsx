import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { localePath, type Locale } from '#domain/locale.ts'
import { SocialButtons } from '#islands/auth/SocialButtons.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { openModal } from '#stores/modals.ts'
import { $user } from '#stores/auth/session.ts'
import { $arrival, arrive, chooseAgain } from '#stores/sign-in/arrival.ts'
import { ProveAddress } from './ProveAddress.tsx'
import styles from './profile.module.css'

/** The page providers redirect back to: navigates on, asks for a code, or shows the failure. */
export const SignInArrival = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={3} />}>
    <Arrived />
  </AfterMount>
)

const Arrived = () => {
  const t = useWords('social', 'auth', 'validation', 'modals', 'states')
  const locale = useLocale()
  const arrival = useStore($arrival)
  const user = useStore($user)
  useEffect(() => void arrive(location.search), [])
  useEffect(() => {
    // Replaces this history entry, or going back would redirect forward again.
    if (arrival.state === 'leaving') location.replace(arrival.to)
  }, [arrival])
  if (arrival.state === 'prove') return <ProveAddress provider={arrival.provider || t('social:anyProvider')} after={arrival.after} />
  if (arrival.state === 'choose')
    return (
      <Button look="brand" onClick={chooseAgain}>
        {t('auth:choose.title')}
      </Button>
    )
  if (arrival.state === 'failed')
    return (
      <div className={styles.form}>
        <SocialButtons {...arrival.after} />
        {user ? (
          <a className="button" href={arrival.after.redirect ?? localePath(locale, '/account')}>
            {t('social:arrive.back')}
          </a>
        ) : (
          <Button onClick={() => openModal('login', arrival.after)}>{t('social:arrive.another')}</Button>
        )}
      </div>
    )
  return <output>{t('social:arrive.wait')}</output>
}
