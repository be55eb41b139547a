import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { PinType } from '#domain/enums.ts'
import { $draft, typed, type AuthDraft } from '#stores/auth-draft.ts'
import { readContact, sendPin, type PinPurpose } from '#stores/pin.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

interface ContactStepProps {
  title: string
  intro: ReactNode
  accept: 'any' | PinType
  purpose: PinPurpose
  /** Which typed contact this is. */
  field?: 'contact' | 'newEmail' | 'newPhone'
  label?: string
  above?: ReactNode
  /** Other ways, below the field. */
  children?: ReactNode
}

/** Phone or e-mail, then a code is sent. */
export const ContactStep = ({ title, intro, accept, purpose, field = 'contact', label, above, children }: ContactStepProps) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(sendPin.$state)
  const cooldown = useCooldownText(state)
  const text: AuthDraft[typeof field] = useStore($draft)[field]
  const [invalid, setInvalid] = useState(false)
  const [phoneOnly, emailOnly] = [accept === 'phone', accept === 'email']

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const contact = readContact(text, accept)
    setInvalid(contact === null)
    if (contact) void sendPin.submit(contact, purpose)
  }
  const wrong = phoneOnly ? 'validation:phone' : emailOnly ? 'validation:email' : 'validation:emailOrPhone'
  const own = phoneOnly ? 'auth:phone' : emailOnly ? 'auth:email' : 'auth:contact'
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" type="submit" form="contact-step" pending={state.state === 'pending'}>
          {t('auth:getCode')}
        </Button>
      }
    >
      {above}
      <p className="muted">{intro}</p>
      <form id="contact-step" onSubmit={submit} noValidate>
        <Field
          label={label ?? t(own)}
          hint={t(emailOnly ? 'auth:emailHint' : 'auth:phoneHint')}
          error={invalid ? t(text.trim() === '' ? 'validation:required' : wrong) : (cooldown ?? failureText(state, t))}
          name="contact"
          value={text}
          onChange={(event) => {
            typed(field, event.target.value)
            setInvalid(false)
            sendPin.reset()
          }}
          type={phoneOnly ? 'tel' : emailOnly ? 'email' : 'text'}
          inputMode={phoneOnly ? 'tel' : 'email'}
          autoComplete={phoneOnly ? 'tel' : emailOnly ? 'email' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          required
        />
      </form>
      {children && <div className={styles.form}>{children}</div>}
    </SheetContent>
  )
}
