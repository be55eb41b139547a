import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { PinType } from '#domain/enums.ts'
import { readContact, sendPin } from '#stores/pin.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'

interface ContactStepProps {
  title: string
  intro: ReactNode
  accept: 'any' | PinType
  initial?: string | undefined
}

/** Phone or e-mail, then a code is sent. */
export const ContactStep = ({ title, intro, accept, initial = '' }: ContactStepProps) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(sendPin.$state)
  const [text, setText] = useState(initial)
  const [invalid, setInvalid] = useState(false)
  const phoneOnly = accept === 'phone'

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const contact = readContact(text, accept)
    setInvalid(contact === null)
    if (contact) void sendPin.submit(contact)
  }
  const wrong = text.trim() === '' ? 'validation:required' : phoneOnly ? 'validation:phone' : 'validation:emailOrPhone'
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" type="submit" form="contact-step" pending={state.state === 'pending'}>
          {t('auth:getCode')}
        </Button>
      }
    >
      <p className="muted">{intro}</p>
      <form id="contact-step" onSubmit={submit} noValidate>
        <Field
          label={t(phoneOnly ? 'auth:phone' : 'auth:contact')}
          hint={t('auth:phoneHint')}
          error={invalid ? t(wrong) : failureText(state, t)}
          name="contact"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setInvalid(false)
            sendPin.reset()
          }}
          type={phoneOnly ? 'tel' : 'text'}
          inputMode={phoneOnly ? 'tel' : 'email'}
          autoComplete={phoneOnly ? 'tel' : 'username'}
          autoCapitalize="none"
          data-autofocus
          required
        />
      </form>
    </SheetContent>
  )
}
