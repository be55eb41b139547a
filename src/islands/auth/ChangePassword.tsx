import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { $draft, clearPasswords, typed } from '#stores/auth/auth-draft.ts'
import { replaceModal } from '#stores/modals.ts'
import { changePassword, changePasswordByCode } from '#stores/credentials/password.ts'
import { $sent, sendCode } from '#stores/auth/code.ts'
import { $user } from '#stores/auth/session.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { PasswordField } from '#islands/ui/forms/PasswordField.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from './CodeStep.tsx'
import { failureText } from './failure-text.ts'
import { NewPassword, passwordFault, type PasswordFault } from './NewPassword.tsx'
import { Solving } from './Solving.tsx'
import { useCooldownText } from './use-cooldown-text.ts'
import styles from './auth.module.css'

/** Sets the first password of a user who signed in by code or a social provider. */
export const SetPassword = (_: ModalProps<'password'>) => <PasswordForm isFirst />

/** Changes the password with the old one or, when forgotten, with a code. Other devices are signed out. */
export const ChangePassword = (_: ModalProps<'change-password'>) => {
  const sent = useStore($sent)
  return sent?.purpose === 'password' ? <ByCode /> : <PasswordForm isFirst={false} />
}

const done = (description: string): void => replaceModal('success', { description })

const IDLE = { state: 'idle' } as const

const ByCode = () => {
  const t = useT('auth', 'modals')
  const sent = useStore($sent)
  const state = useStore(changePasswordByCode.$state)
  const [fault, setFault] = useState<PasswordFault>(null)
  useEffect(() => clearPasswords, [])
  const submit = async (pin: string): Promise<void> => {
    setFault(passwordFault())
    if (!passwordFault() && (await changePasswordByCode.submit($draft.get().password, pin))) done(t('auth:password.changed'))
  }
  const typing = (): void => {
    setFault(null)
    changePasswordByCode.reset()
  }
  if (!sent) return null
  const isOfNew = state.state === 'failed' && state.failure.field === 'password'
  return (
    <CodeStep
      title={t('auth:password.changeTitle')}
      action={t('auth:password.save')}
      state={isOfNew ? IDLE : state}
      sent={sent}
      onCode={submit}
      onTyping={changePasswordByCode.reset}
      backWords={t('auth:password.knowOld')}
    >
      <NewPassword fault={fault} onTyping={typing} error={isOfNew ? failureText(state, t) : undefined} />
    </CodeStep>
  )
}

const PasswordForm = ({ isFirst }: { isFirst: boolean }) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(changePassword.$state)
  const sending = useStore(sendCode.$state)
  const cooldown = useCooldownText(sending)
  const user = useStore($user)
  const { oldPassword } = useStore($draft)
  const [fault, setFault] = useState<PasswordFault>(null)
  const [missing, setMissing] = useState(false)
  useEffect(() => clearPasswords, [])
  const contact = user?.email ?? user?.phone ?? ''
  const isOfOld = state.state === 'failed' && state.failure.type === 'USERNAME_OR_PASSWORD_WRONG'

  const submit = async (): Promise<void> => {
    const isMissing = !isFirst && oldPassword === ''
    setMissing(isMissing)
    setFault(passwordFault())
    if (isMissing || passwordFault()) return
    const saved = await changePassword.submit($draft.get().password, isFirst ? undefined : oldPassword)
    if (saved) done(isFirst ? t('auth:password.isSet') : t('auth:password.changed'))
  }
  const typing = (): void => {
    setFault(null)
    setMissing(false)
    changePassword.reset()
  }
  return (
    <SheetContent
      title={t(isFirst ? 'auth:password.setTitle' : 'auth:password.changeTitle')}
      footer={
        <Button look="brand" type="submit" form="password-form" pending={state.state === 'pending'}>
          {t('auth:password.save')}
        </Button>
      }
    >
      <p className="muted">{t(isFirst ? 'auth:password.setText' : 'auth:password.changeText')}</p>
      <Form id="password-form" className={styles.form} onSubmit={submit}>
        <input type="text" hidden readOnly name="username" autoComplete="username" value={contact} />
        {!isFirst && (
          <>
            <PasswordField
              label={t('auth:password.old')}
              error={missing ? t('validation:required') : isOfOld ? t('auth:password.wrong') : cooldown}
              value={oldPassword}
              onValue={(value) => {
                typed('oldPassword', value)
                typing()
              }}
              name="password"
              autoComplete="current-password"
              showWords={t('auth:password.show')}
              hideWords={t('auth:password.hide')}
              takesFocus
            />
            <div className={styles.more}>
              <Button
                look="quiet"
                pending={sending.state === 'pending'}
                onClick={() => void sendCode.submit({ type: user?.email ? 'email' : 'phone', contact }, 'password')}
              >
                {t('auth:password.forgotOld')}
              </Button>
            </div>
          </>
        )}
        <Solving />
        <NewPassword fault={fault} onTyping={typing} error={isOfOld ? undefined : failureText(state, t)} takesFocus={isFirst} />
      </Form>
    </SheetContent>
  )
}
