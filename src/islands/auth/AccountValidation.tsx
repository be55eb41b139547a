import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { startOver } from '#stores/auth.ts'
import { replaceModal } from '#stores/modals.ts'
import { $sent, checkPin } from '#stores/pin.ts'
import { $user } from '#stores/session.ts'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from './CodeStep.tsx'
import { ContactStep } from './ContactStep.tsx'

/** Confirms a phone with a code; another code may be asked for after a cooldown (spec section 2). */
export const AccountValidation = (_: ModalProps<'account-validation'>) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const user = useStore($user)
  const state = useStore(checkPin.$state)
  useEffect(() => startOver, [])
  const title = t('auth:validation.title')
  const confirm = async (pin: string): Promise<void> => {
    if (await checkPin.submit(pin)) replaceModal('success', { description: t('auth:validation.done') })
  }
  if (!sent) return <ContactStep title={title} intro={t('auth:validation.text')} accept="phone" initial={user?.phone ?? ''} />
  return (
    <CodeStep
      title={title}
      action={t('auth:validation.submit')}
      state={state}
      onCode={(pin) => void confirm(pin)}
      onTyping={checkPin.reset}
    />
  )
}
