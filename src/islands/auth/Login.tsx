import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SignIn } from './SignIn.tsx'

/** Phone or e-mail in one field, then a code; or a password (spec section 2). */
export const Login = ({ params, close }: ModalProps<'login'>) => {
  const t = useT('auth')
  return <SignIn title={t('auth:title')} intro={t('auth:intro')} accept="any" after={params} close={close} />
}

/** The same sign-in, with a text for new users. */
export const Auth = ({ params, close }: ModalProps<'auth'>) => {
  const t = useT('auth')
  return <SignIn title={t('auth:both.title')} intro={t('auth:both.intro')} accept="any" after={params} close={close} />
}

/** Sign-in by phone only. */
export const AuthPhone = ({ params, close }: ModalProps<'auth-phone'>) => {
  const t = useT('auth')
  return <SignIn title={t('auth:phoneTitle')} intro={t('auth:intro')} accept="phone" after={params} close={close} otherWays={false} />
}
