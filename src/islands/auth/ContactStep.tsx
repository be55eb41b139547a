import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '@nanostores/react'
import type { ContactType } from '#domain/enums.ts'
import { PHONE_START, typedContact } from '#domain/phone.ts'
import { $draft, typed, type AuthDraft } from '#stores/auth/auth-draft.ts'
import { readContact, sendCode, type Contact, type CodePurpose } from '#stores/auth/code.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { contactFailure } from './failure-text.ts'
import { Solving } from './Solving.tsx'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

interface ContactStepProps {
  title: string
  intro: ReactNode
  accept: 'any' | ContactType
  purpose: CodePurpose
  /** Field of the draft. */
  field?: 'contact' | 'newEmail' | 'newPhone'
  label?: string
  /** Returns why no code is sent to this contact, or undefined. */
  refusal?: (contact: Contact) => string | undefined
  /** Runs before a code is sent; false: none is sent. */
  before?: () => Promise<boolean>
  above?: ReactNode
  /** Other ways to sign in, below the field. */
  children?: ReactNode
}

/** Asks for phone or e-mail and sends a code. */
export const ContactStep = ({ title, intro, accept, purpose, field = 'contact', ...more }: ContactStepProps) => {
  const { label, refusal, before = () => Promise.resolve(true), above, children } = more
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(sendCode.$state)
  const cooldown = useCooldownText(state)
  const text: AuthDraft[typeof field] = useStore($draft)[field]
  const [invalid, setInvalid] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [phoneOnly, emailOnly] = [accept === 'phone', accept === 'email']
  const [byEmail, setByEmail] = useState(emailOnly || text.includes('@'))
  const form = useRef<HTMLDivElement>(null)
  const isEmpty = text.trim() === '' || text.trim() === PHONE_START.trim()
  /** The other keyboard, in the same field. */
  const change = (): void => {
    flushSync(() => {
      setByEmail(!byEmail)
      typed(field, '')
    })
    form.current?.querySelector('input')?.focus()
  }

  const submit = async (): Promise<void> => {
    const contact = readContact(text, accept)
    const why = contact ? refusal?.(contact) : undefined
    setInvalid(contact === null)
    setRefused(why)
    if (contact && !why && (await before())) await sendCode.submit(contact, purpose)
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
      <div ref={form}>
        <Form id="contact-step" onSubmit={submit}>
          <Field
            label={label ?? t(own)}
            hint={t(emailOnly ? 'auth:emailHint' : 'auth:phoneHint')}
            error={invalid ? t(isEmpty ? 'validation:required' : wrong) : (refused ?? cooldown ?? contactFailure(state, t))}
            name="contact"
            value={text === '' && !byEmail ? PHONE_START : text}
            onChange={(event) => {
              typed(field, typedContact(event.target.value))
              setInvalid(false)
              setRefused(undefined)
              sendCode.reset()
            }}
            type={phoneOnly ? 'tel' : emailOnly ? 'email' : 'text'}
            inputMode={byEmail ? 'email' : 'tel'}
            autoComplete={phoneOnly ? 'tel' : emailOnly ? 'email' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            required
          />
        </Form>
        {accept === 'any' && (
          <div className={styles.more}>
            <Button look="quiet" onClick={change}>
              {t(byEmail ? 'auth:byPhone' : 'auth:byEmail')}
            </Button>
          </div>
        )}
      </div>
      <Solving />
      {children && <div className={styles.form}>{children}</div>}
    </SheetContent>
  )
}
