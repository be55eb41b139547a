import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.tsx'
import { openModal } from '#stores/modals.ts'
import { environment } from '#stores/environment.ts'
import { Part } from './Part.tsx'

/** First of all for a guest: a code by phone or mail; the way back leads here, with everything as it was. */
export const SignInPart = () => {
  const t = useT('checkout')
  return (
    <Part name="sign-in" title={t('checkout:signInTitle')}>
      <p className="muted">{t('checkout:signInText')}</p>
      <p>
        <Button look="brand" onClick={() => openModal('login', { redirect: environment().path() })}>
          {t('checkout:signIn')}
        </Button>
      </p>
    </Part>
  )
}
