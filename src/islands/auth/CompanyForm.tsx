import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { isTinLongEnough, normalizeTin } from '#domain/tin.ts'
import { register } from '#stores/auth/auth.ts'
import { $draft, typed, type AuthDraft } from '#stores/auth/auth-draft.ts'
import { readContact, sendCode, stepBack } from '#stores/auth/code.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { contactFailure, failureText } from './failure-text.ts'
import { NewPassword, passwordFault, type PasswordFault } from './NewPassword.tsx'
import { RegisterTabs } from './RegisterTabs.tsx'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

/** Invalid fields with their message key. */
type Faults = Partial<Record<'companyName' | 'tin' | 'contact' | 'firstName', 'required' | 'tin' | 'emailOrPhone'>>

const faultsOf = (draft: AuthDraft): Faults => {
  const tin = normalizeTin(draft.tin)
  return {
    ...(draft.companyName.trim() === '' ? { companyName: 'required' as const } : {}),
    ...(draft.tin.trim() === '' ? { tin: 'required' as const } : tin === null || !isTinLongEnough(tin) ? { tin: 'tin' as const } : {}),
    ...(draft.contact.trim() === ''
      ? { contact: 'required' as const }
      : readContact(draft.contact)
        ? {}
        : { contact: 'emailOrPhone' as const }),
    ...(draft.firstName.trim() === '' ? { firstName: 'required' as const } : {})
  }
}

interface CompanyFormProps {
  /** The contact confirmed already: only the refused fields have to be corrected. */
  rightContact: string | null
  onAgain: () => Promise<void>
  onOtherContact: () => void
}

/** Registration form of a company; the code follows. API errors are shown at their field. */
export const CompanyForm = ({ rightContact, onAgain, onOtherContact }: CompanyFormProps) => {
  const t = useT('auth', 'validation', 'modals')
  const draft = useStore($draft)
  const [sending, registering] = [useStore(sendCode.$state), useStore(register.$state)]
  const cooldown = useCooldownText(sending)
  const [faults, setFaults] = useState<Faults>({})
  const [password, setPassword] = useState<PasswordFault>(null)
  const refusal = registering.state === 'failed' ? registering.failure : null
  const isOfTin = refusal?.type === 'TIN_EXISTS' || refusal?.type === 'TIN_TOO_SHORT' || refusal?.field === 'tin'

  const submit = async (): Promise<void> => {
    const found = faultsOf(draft)
    setFaults(found)
    setPassword(passwordFault())
    const contact = readContact(draft.contact)
    if (Object.keys(found).length > 0 || passwordFault() || !contact) return
    if (rightContact === contact.contact) return onAgain()
    onOtherContact()
    stepBack()
    await sendCode.submit(contact)
  }
  const line = (name: keyof Faults, label: string, more: object, error?: string) => (
    <Field
      label={label}
      error={faults[name] ? t(`validation:${faults[name]}`) : error}
      name={name}
      value={draft[name]}
      onChange={(event) => {
        typed(name, event.target.value)
        setFaults({ ...faults, [name]: undefined })
        register.reset()
        sendCode.reset()
      }}
      required
      {...more}
    />
  )
  return (
    <SheetContent
      title={t('auth:register.title')}
      footer={
        <Button look="brand" type="submit" form="company-form" pending={sending.state === 'pending' || registering.state === 'pending'}>
          {rightContact ? t('auth:name.submit') : t('auth:getCode')}
        </Button>
      }
    >
      <RegisterTabs />
      <Form id="company-form" className={styles.form} onSubmit={submit}>
        {line('companyName', t('auth:company.name'), { autoComplete: 'organization', maxLength: 120, 'data-autofocus': '' })}
        {line(
          'tin',
          t('auth:company.tin'),
          { hint: t('auth:company.tinHint'), inputMode: 'numeric', autoComplete: 'off', maxLength: 40 },
          isOfTin ? failureText(registering, t) : undefined
        )}
        {line('firstName', t('auth:company.person'), { autoComplete: 'given-name', maxLength: 60 })}
        {line(
          'contact',
          t('auth:contact'),
          { inputMode: 'email', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
          cooldown ?? contactFailure(sending, t) ?? (isOfTin ? undefined : failureText(registering, t))
        )}
        <NewPassword fault={password} onTyping={() => setPassword(null)} />
      </Form>
    </SheetContent>
  )
}
