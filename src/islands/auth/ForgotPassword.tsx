import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { isEmail, normalizeEmail } from '#domain/phone.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { replaceModal } from '#stores/modals.ts'
import { requestReset } from '#stores/credentials/password.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { failureText } from './failure-text.ts'
import { Solving } from './Solving.tsx'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

/** Requests the mail with a link and a code to reset the password. */
export const ForgotPassword = ({ params }: ModalProps<'forgot-password'>) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(requestReset.$state)
  const cooldown = useCooldownText(state)
  const { contact } = useStore($draft)
  const [invalid, setInvalid] = useState(false)
  const isUnknown = state.state === 'failed' && state.failure.type === 'USER_NOT_FOUND'
  const submit = async (): Promise<void> => {
    const isGood = isEmail(normalizeEmail(contact))
    setInvalid(!isGood)
    if (isGood && (await requestReset.submit(contact))) replaceModal('reset-password', params)
  }
  const wrong = invalid ? t(contact.trim() === '' ? 'validation:required' : 'validation:email') : undefined
  return (
    <SheetContent
      title={t('auth:forgot.title')}
      footer={
        <Button look="brand" type="submit" form="forgot-form" pending={state.state === 'pending'}>
          {t('auth:forgot.submit')}
        </Button>
      }
    >
      <p className="muted">{t('auth:forgot.text')}</p>
      <Form id="forgot-form" className={styles.form} onSubmit={submit}>
        <Field
          label={t('auth:email')}
          error={wrong ?? cooldown ?? (isUnknown ? t('auth:notFound.email') : failureText(state, t))}
          name="email"
          type="email"
          value={contact}
          onChange={(event) => {
            typed('contact', event.target.value)
            setInvalid(false)
            requestReset.reset()
          }}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          required
        />
        {isUnknown && <Button onClick={() => replaceModal('register', params)}>{t('auth:register.title')}</Button>}
      </Form>
      <Solving />
      <div className={styles.more}>
        <Button look="quiet" onClick={() => replaceModal('login', params)}>
          {t('auth:withCode')}
        </Button>
        <Button look="quiet" onClick={() => replaceModal('auth-phone', params)}>
          {t('auth:phoneTitle')}
        </Button>
      </div>
    </SheetContent>
  )
}
