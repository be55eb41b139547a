import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ContactType } from '#domain/enums.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { changeContact, confirmContact, isOwnContact } from '#stores/credentials/contact-change.ts'
import { ensureProof } from '#stores/credentials/proof.ts'
import { replaceModal } from '#stores/modals.ts'
import { $sent } from '#stores/auth/code.ts'
import { $user } from '#stores/auth/session.ts'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from './CodeStep.tsx'
import { ContactStep } from './ContactStep.tsx'

const FIELD = { email: 'newEmail', phone: 'newPhone' } as const

/** Prefills the draft with this contact unless another one was typed. */
const useFirst = (type: ContactType, contact: string | null | undefined): void =>
  useEffect(() => {
    if (contact && $draft.get()[FIELD[type]] === '') typed(FIELD[type], contact)
  }, [type, contact])

/** Confirms an existing or a new contact with a code. */
const Confirming = ({ type, contact, onDone }: { type: ContactType; contact: string | null | undefined; onDone: () => void }) => {
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
      onCode={async (pin) => {
        if (await confirmContact.submit(pin)) onDone()
      }}
      onTyping={confirmContact.reset}
      backWords={t(WORDS[type].back)}
    />
  )
}
const EMAIL = { title: 'auth:verification.title', text: 'auth:verification.text' } as const

const finish = (type: ContactType, description: string): void => {
  typed(FIELD[type], '')
  replaceModal('success', { description })
}

/** Confirms a phone with a code; another code can be requested after a cooldown (spec section 2). */
export const AccountValidation = (_: ModalProps<'account-validation'>) => {
  const t = useT('auth')
  const user = useStore($user)
  return <Confirming type="phone" contact={user?.phone} onDone={() => finish('phone', t('auth:validation.done'))} />
}

/** Confirms an e-mail address with its 6-digit code; during sign-in it continues there. */
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

const WORDS = {
  email: { own: 'auth:contactInfo.ownEmail', back: 'auth:contactInfo.otherEmail' },
  phone: { own: 'auth:contactInfo.ownPhone', back: 'auth:contactInfo.otherPhone' }
} as const
const CHANGING = {
  email: { title: 'auth:contactInfo.email', label: 'auth:contactInfo.newEmail', done: 'auth:contactInfo.emailDone' },
  phone: { title: 'auth:contactInfo.phone', label: 'auth:contactInfo.newPhone', done: 'auth:contactInfo.phoneDone' }
} as const
const ADDING = {
  email: { title: 'auth:contactInfo.addEmail', label: 'auth:email', done: 'auth:contactInfo.emailAdded' },
  phone: { title: 'auth:contactInfo.addPhone', label: 'auth:phone', done: 'auth:contactInfo.phoneAdded' }
} as const

/** Adds or changes the e-mail address or phone, confirmed by a code (spec section 4). */
export const ContactInfo = ({ params: { type } }: ModalProps<'contact-info'>) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const state = useStore(changeContact.$state)
  const [isFirst] = useState(() => !$user.get()?.[type])
  const words = (isFirst ? ADDING : CHANGING)[type]
  if (sent?.purpose !== 'change' || sent.type !== type)
    return (
      <ContactStep
        title={t(words.title)}
        intro={t(isFirst ? 'auth:contactInfo.addText' : 'auth:contactInfo.text')}
        accept={type}
        purpose="change"
        field={FIELD[type]}
        label={t(words.label)}
        before={ensureProof}
        refusal={(contact) => (isOwnContact(contact) ? t(WORDS[type].own) : undefined)}
      />
    )
  return (
    <CodeStep
      title={t(words.title)}
      action={t('auth:validation.submit')}
      state={state}
      sent={sent}
      onCode={async (pin) => {
        if (await changeContact.submit(pin)) finish(type, t(words.done))
      }}
      onTyping={changeContact.reset}
      backWords={t(WORDS[type].back)}
    />
  )
}
