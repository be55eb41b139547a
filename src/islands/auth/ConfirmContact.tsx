import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { PinType } from '#domain/enums.ts'
import { $draft, typed } from '#stores/auth-draft.ts'
import { changeContact, confirmContact } from '#stores/contact-change.ts'
import { replaceModal } from '#stores/modals.ts'
import { $sent } from '#stores/pin.ts'
import { $user } from '#stores/session.ts'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from './CodeStep.tsx'
import { ContactStep } from './ContactStep.tsx'

const FIELD = { email: 'newEmail', phone: 'newPhone' } as const

/** Begins with this contact unless another one was typed. */
const useFirst = (type: PinType, contact: string | null | undefined): void =>
  useEffect(() => {
    if (contact && $draft.get()[FIELD[type]] === '') typed(FIELD[type], contact)
  }, [type, contact])

/** Confirms a contact that is there, or that the account lacks, with a code. */
const Confirming = ({ type, contact, onDone }: { type: PinType; contact: string | null | undefined; onDone: () => void }) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const state = useStore(confirmContact.$state)
  useFirst(type, contact)
  const words = type === 'phone' ? ({ title: 'auth:validation.title', text: 'auth:validation.text' } as const) : EMAIL
  if (sent?.purpose !== 'confirm')
    return <ContactStep title={t(words.title)} intro={t(words.text)} accept={type} purpose="confirm" field={FIELD[type]} />
  return (
    <CodeStep
      title={t(words.title)}
      action={t('auth:validation.submit')}
      state={state}
      sent={sent}
      onCode={(pin) => void confirmContact.submit(pin).then((right) => (right ? onDone() : undefined))}
      onTyping={confirmContact.reset}
    />
  )
}
const EMAIL = { title: 'auth:verification.title', text: 'auth:verification.text' } as const

const finish = (type: PinType, description: string): void => {
  typed(FIELD[type], '')
  replaceModal('success', { description })
}

/** Confirms a phone with a code; another code may be asked for after a cooldown (spec section 2). */
export const AccountValidation = (_: ModalProps<'account-validation'>) => {
  const t = useT('auth')
  const user = useStore($user)
  return <Confirming type="phone" contact={user?.phone} onDone={() => finish('phone', t('auth:validation.done'))} />
}

/** Confirms an e-mail address with its 6-digit code; whoever was on the way in goes on signing in. */
export const VerificationEmail = ({ params }: ModalProps<'verification-email'>) => {
  const t = useT('auth')
  const user = useStore($user)
  const { email, ...after } = params
  const done = (): void => {
    if (user || !email) return finish('email', t('auth:verification.done'))
    typed('newEmail', '')
    typed('contact', email)
    replaceModal('login', after)
  }
  return <Confirming type="email" contact={email ?? user?.email} onDone={done} />
}

/** Another e-mail address or phone; it counts after the code that goes to the new one (spec section 4). */
export const ContactInfo = ({ params }: ModalProps<'contact-info'>) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const state = useStore(changeContact.$state)
  const isEmail = params.type === 'email'
  const title = t(isEmail ? 'auth:contactInfo.email' : 'auth:contactInfo.phone')
  if (sent?.purpose !== 'change' || sent.type !== params.type)
    return (
      <ContactStep
        title={title}
        intro={t('auth:contactInfo.text')}
        accept={params.type}
        purpose="change"
        field={FIELD[params.type]}
        label={t(isEmail ? 'auth:contactInfo.newEmail' : 'auth:contactInfo.newPhone')}
      />
    )
  return (
    <CodeStep
      title={title}
      action={t('auth:validation.submit')}
      state={state}
      sent={sent}
      onCode={(pin) =>
        void changeContact
          .submit(pin)
          .then((saved) =>
            saved ? finish(params.type, t(isEmail ? 'auth:contactInfo.emailDone' : 'auth:contactInfo.phoneDone')) : undefined
          )
      }
      onTyping={changeContact.reset}
    />
  )
}
