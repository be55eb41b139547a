import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { loginByPassword, type AfterSignIn, type Entered } from '#stores/auth/auth.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { replaceModal } from '#stores/modals.ts'
import { readContact, sendCode } from '#stores/auth/code.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { PasswordField } from '#islands/ui/forms/PasswordField.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { contactFailure, failureText } from './failure-text.ts'
import { SocialButtons } from './SocialButtons.tsx'
import { Solving } from './Solving.tsx'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

interface PasswordStepProps {
  title: string
  after: AfterSignIn
  onEntered: (entered: Entered) => void
  /** Signs in by code instead. `insteadOfPassword`: no password was set; one is set afterwards. */
  onCode: (insteadOfPassword: boolean) => void
}

/** Contact and password in one form, as password managers expect. */
export const PasswordStep = ({ title, after, onEntered, onCode }: PasswordStepProps) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(loginByPassword.$state)
  const cooldown = useCooldownText(state)
  const { contact: text, password } = useStore($draft)
  const [fault, setFault] = useState<'contact' | 'password' | null>(null)
  const contact = readContact(text)
  const refusal = state.state === 'failed' ? state.failure.type : null
  const isOfContact = refusal === 'CHECK_REGISTERED_PHONE' || refusal === 'BAD_REQUEST'
  const isUnknown = refusal === 'USER_NOT_FOUND' || refusal === 'NEED_TO_REGISTER'

  const submit = async (): Promise<void> => {
    setFault(!contact ? 'contact' : password === '' ? 'password' : null)
    if (!contact || password === '') return
    const entered = await loginByPassword.submit(contact, password)
    if (entered) return onEntered(entered)
    const refused = loginByPassword.$state.get()
    if (refused.state === 'failed' && refused.failure.type === 'EMAIL_NOT_VERIFIED')
      replaceModal('verification-email', { ...after, email: contact.contact })
  }
  const signInByCode = (insteadOfPassword: boolean): void => {
    onCode(insteadOfPassword)
    if (contact) void sendCode.submit(contact)
  }
  const typing = (): void => {
    setFault(null)
    loginByPassword.reset()
  }
  const unknown = contact?.type === 'phone' ? t('auth:notFound.phone') : t('auth:notFound.email')
  const contactError = fault === 'contact' ? t(text.trim() === '' ? 'validation:required' : 'validation:emailOrPhone') : undefined
  const passwordError =
    cooldown ?? (refusal === 'LOGIN_VIA_SOCIAL_OR_SET_PASSWORD' || isUnknown || isOfContact ? undefined : failureText(state, t))
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" type="submit" form="password-step" pending={state.state === 'pending'}>
          {t('auth:code.submit')}
        </Button>
      }
    >
      <Form id="password-step" className={styles.form} onSubmit={submit}>
        <Field
          label={t('auth:contact')}
          error={contactError ?? (isUnknown ? unknown : isOfContact ? contactFailure(state, t) : undefined)}
          name="username"
          value={text}
          onChange={(event) => {
            typed('contact', event.target.value)
            typing()
          }}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...(contact ? {} : { 'data-autofocus': '' })}
        />
        {isUnknown && <Button onClick={() => replaceModal('register', after)}>{t('auth:register.title')}</Button>}
        <PasswordField
          label={t('auth:password.label')}
          error={fault === 'password' ? t('validation:required') : passwordError}
          value={password}
          onValue={(value) => {
            typed('password', value)
            typing()
          }}
          name="password"
          autoComplete="current-password"
          showWords={t('auth:password.show')}
          hideWords={t('auth:password.hide')}
          takesFocus={contact !== null}
        />
      </Form>
      {refusal === 'LOGIN_VIA_SOCIAL_OR_SET_PASSWORD' && (
        <div className={styles.notice} role="alert">
          <p>{failureText(state, t)}</p>
          <SocialButtons {...after} />
          <Button onClick={() => signInByCode(true)}>{t('auth:password.setByCode')}</Button>
        </div>
      )}
      <Solving />
      <div className={styles.more}>
        <Button look="quiet" onClick={() => replaceModal('forgot-password', after)}>
          {t('auth:forgot.link')}
        </Button>
        <Button look="quiet" onClick={() => signInByCode(false)}>
          {t('auth:withCode')}
        </Button>
      </div>
    </SheetContent>
  )
}
