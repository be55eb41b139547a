import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SignIn } from './SignIn.tsx'

/** The same way for people who come to register; somebody known is simply signed in. */
export const Register = ({ params, close }: ModalProps<'register'>) => {
  const t = useT('auth')
  return (
    <SignIn
      title={t('auth:register.title')}
      intro={t('auth:register.intro')}
      accept="any"
      contact={params.contact}
      after={params.redirect ? { redirect: params.redirect } : {}}
      close={close}
    />
  )
}
