import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SignIn } from './SignIn.tsx'

/** Sign-in where a phone number is needed. */
export const AuthPhone = ({ params, close }: ModalProps<'auth-phone'>) => {
  const t = useT('auth')
  return <SignIn title={t('auth:phoneTitle')} intro={t('auth:intro')} accept="phone" after={params} close={close} />
}
