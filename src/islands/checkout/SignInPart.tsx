import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'
import { environment } from '#stores/environment.ts'
import { Part } from './Part.tsx'

/** Opens sign-in with a redirect back to the checkout, which restores its state. */
export const signIn = (): void => openModal('login', { redirect: environment().path() })

/** First part for guests: sign in by a code to phone or mail. */
export const SignInPart = () => {
  const t = useT('checkout')
  return (
    <Part name="sign-in" title={t('checkout:signInTitle')}>
      <p className="muted">{t('checkout:signInText')}</p>
      <p>
        <Button look="brand" onClick={signIn}>
          {t('checkout:signIn')}
        </Button>
      </p>
    </Part>
  )
}
