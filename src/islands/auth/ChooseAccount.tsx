import { useStore } from '@nanostores/react'
import { $choosing, chooseAccount } from '#stores/auth/auth.ts'
import { replaceModal } from '#stores/modals.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { failureText } from './failure-text.ts'
import { useEntering } from './use-entering.ts'
import styles from './auth.module.css'

/** Chooses one of several accounts with this contact, private or company. The code or password is valid for each. */
export const ChooseAccount = ({ params, close }: ModalProps<'choose-account'>) => {
  const t = useT('auth', 'modals')
  const state = useStore(chooseAccount.$state)
  const { accounts, ...after } = params
  const enter = useEntering(after, close)
  const choose = async (id: number): Promise<void> => {
    if (!$choosing.get()) return replaceModal('login', after)
    const profile = await chooseAccount.submit(id)
    if (profile) enter(profile)
  }
  return (
    <SheetContent title={t('auth:choose.title')}>
      <p className="muted">{t('auth:choose.text')}</p>
      <ul className={styles.accounts}>
        {accounts.map(({ id, isCompany, name, contact }) => (
          <li key={id}>
            <Button className={styles.account ?? ''} pending={state.state === 'pending'} onClick={() => void choose(id)}>
              <span>
                {name}
                <small>
                  {t(isCompany ? 'auth:register.company' : 'auth:register.person')}
                  {contact && ` · ${contact}`}
                </small>
              </span>
              <Icon name="chevron" />
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert">{failureText(state, t)}</p>
      <div className={styles.more}>
        <Button look="quiet" onClick={() => replaceModal('login', after)}>
          {t('auth:code.other')}
        </Button>
      </div>
    </SheetContent>
  )
}
