import { useEffect } from 'react'
import type { Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { openReset, readResetLink } from '#stores/reset-link.ts'
import { restoreSession } from '#stores/session.ts'

/** The page of the mail's link: opens the dialog for the new password, and again when it was closed. */
export const ResetLink = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={null}>
    <Opener />
  </AfterMount>
)

const Opener = () => {
  const t = useT('auth')
  useEffect(() => {
    void restoreSession().then(() => {
      readResetLink(location.search)
      // The link works once and for whoever has it: it stays in no history and goes to no other site.
      history.replaceState(history.state, '', location.pathname)
      openReset()
    })
  }, [])
  return (
    <p>
      <Button look="brand" onClick={openReset}>
        {t('auth:reset.open')}
      </Button>
    </p>
  )
}
