import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SignIn } from './SignIn.tsx'

/** Phone or e-mail in one field, then a code (spec section 2). */
export const Login = ({ params, close }: ModalProps<'login'>) => {
  const t = useT('auth')
  return <SignIn title={t('auth:title')} intro={t('auth:intro')} accept="any" after={params} close={close} />
}
