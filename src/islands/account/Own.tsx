import { useEffect, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/auth/calls.ts'
import type { Locale } from '#domain/locale.ts'
import type { Namespace } from '#i18n/keys.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $profile, followProfile, loadProfile } from '#stores/account/profile.ts'
import { SignInFirst } from './SignInFirst.tsx'
import styles from './profile.module.css'

interface OwnProps {
  locale: Locale
  /** Message namespaces besides those of every account page; all load together. */
  words?: readonly Namespace[]
  /** What was seen last, where nothing could be loaded. */
  offline?: ReactNode
  children: (profile: Profile) => ReactNode
}

/** Frame of account pages: renders the profile, or the guest, loading and failed states. */
export const Own = ({ locale, words = [], offline, children }: OwnProps) => {
  // The profile loads in parallel with the messages.
  useEffect(followProfile, [])
  return (
    <AfterMount locale={locale} skeleton={<OwnSkeleton />}>
      <OwnBody words={words} offline={offline}>
        {children}
      </OwnBody>
    </AfterMount>
  )
}

const OwnSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <Skeleton lines={6} />
  </div>
)

const OwnBody = ({ words, offline, children }: { words: readonly Namespace[] } & Pick<OwnProps, 'children' | 'offline'>) => {
  useWords('account', 'states', 'validation', 'modals', ...words)
  const own = useStore($profile)
  if (own.state === 'loading') return <OwnSkeleton />
  if (own.state === 'failed')
    return (
      <>
        {offline}
        <Failed text={own.failure.message} onRetry={() => void loadProfile()} />
      </>
    )
  const isOut = own.state === 'signedOut'
  const profile = isOut ? own.waiting : own.profile
  return (
    <>
      {isOut && <SignInFirst stays={profile !== undefined} />}
      {profile && (
        <div key={profile.id} className={styles.stack} hidden={isOut}>
          {children(profile)}
        </div>
      )}
    </>
  )
}
