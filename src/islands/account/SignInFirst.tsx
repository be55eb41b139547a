import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Empty } from '#islands/ui/States.tsx'
import { environment } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'

/** Shown to guests on account pages; signing in returns to this page. `stays`: without a reload, as inputs wait on the page. */
export const SignInFirst = ({ title, stays = false }: { title?: string; stays?: boolean }) => {
  const t = useT('account')
  return (
    <Empty picture="🔑" title={title ?? t('account:signIn.title')} text={t('account:signIn.text')}>
      <Button look="brand" onClick={() => openModal('auth', stays ? {} : { redirect: environment().path() })}>
        {t('account:signIn.action')}
      </Button>
    </Empty>
  )
}
