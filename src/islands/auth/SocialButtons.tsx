import { useStore } from '@nanostores/react'
import type { SignInProviderInfo } from '#contract/sign-in/calls.ts'
import type { AfterSignIn } from '#stores/auth/auth.ts'
import { $providers, $socialFailure, beginSocial } from '#stores/sign-in/providers.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import { ProviderSign } from './ProviderSign.tsx'
import styles from './SocialButtons.module.css'

const NONE: readonly SignInProviderInfo[] = []

/** A button for every configured provider, and the failure of the last visit. Renders nothing without providers. */
export const SocialButtons = (after: AfterSignIn) => {
  const t = useT('social', 'modals')
  const providers = useStore($providers) ?? NONE
  const failure = useStore($socialFailure)
  const state = useStore(beginSocial.$state)
  if (providers.length === 0 && !failure) return null
  const message = failure
    ? t(`social:failure.${failure.why}`, { provider: failure.provider || t('social:anyProvider') })
    : state.state === 'failed'
      ? failureText(state, t)
      : undefined
  return (
    <div className={styles.social}>
      <p className={styles.failure} role="alert">
        {message && (
          <>
            <Icon name="alert" /> {message}
          </>
        )}
      </p>
      {providers.length > 0 && <p className={styles.or}>{t('social:or')}</p>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          wide
          className={styles.button}
          aria-disabled={state.state === 'pending' || undefined}
          onClick={() => void beginSocial.submit(id, after)}
        >
          <ProviderSign id={id} /> {t('social:continueWith', { provider: name })}
        </Button>
      ))}
    </div>
  )
}
