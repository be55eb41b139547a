import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { register } from '#stores/auth/auth.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import styles from './auth.module.css'

/** Asks a new user for the name, after the code was checked. */
export const NameStep = ({ onName }: { onName: (firstName: string, lastName: string) => Promise<void> }) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(register.$state)
  const { firstName, lastName } = useStore($draft)
  const [missing, setMissing] = useState(false)
  const submit = async (): Promise<void> => {
    setMissing(firstName.trim() === '')
    if (firstName.trim() !== '') await onName(firstName, lastName)
  }
  return (
    <SheetContent
      title={t('auth:name.title')}
      footer={
        <Button look="brand" type="submit" form="name-step" pending={state.state === 'pending'}>
          {t('auth:name.submit')}
        </Button>
      }
    >
      <p className="muted">{t('auth:name.text')}</p>
      <Form id="name-step" className={styles.form} onSubmit={submit}>
        <Field
          label={t('auth:name.first')}
          error={missing ? t('validation:required') : failureText(state, t)}
          name="firstName"
          value={firstName}
          onChange={(event) => {
            typed('firstName', event.target.value)
            setMissing(false)
            register.reset()
          }}
          autoComplete="given-name"
          maxLength={60}
          data-autofocus
          required
        />
        <Field
          label={t('auth:name.last')}
          name="lastName"
          value={lastName}
          onChange={(event) => typed('lastName', event.target.value)}
          autoComplete="family-name"
          maxLength={60}
        />
      </Form>
    </SheetContent>
  )
}
