import { useStore } from '@nanostores/react'
import { $isSolving } from '#stores/auth/challenge.ts'
import { useT } from '#islands/ui/locale.ts'

/** Says why a button takes a moment: the browser solves a challenge. The store also announces it to screen readers. */
export const Solving = () => {
  const t = useT('auth')
  return useStore($isSolving) ? <p className="muted">{t('auth:solving')}</p> : null
}
