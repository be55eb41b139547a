import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Empty } from '#islands/ui/States.tsx'
import { environment } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'

/** What a guest finds on a page of the account area: signing in comes back to this very page; `stays` where something typed waits on it. */
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
