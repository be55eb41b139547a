import { useStore } from '@nanostores/react'
import { passwordLacks, type PasswordLack } from '#domain/password.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { useT } from '#islands/ui/locale.ts'
import { PasswordField } from '#islands/ui/forms/PasswordField.tsx'
import styles from './auth.module.css'

const RULE: readonly PasswordLack[] = ['length', 'upper', 'lower', 'digit', 'symbol']
export type PasswordFault = 'rule' | 'repeat' | null

/** Checks the typed new password (spec section 5); null when valid. */
export const passwordFault = (): PasswordFault => {
  const { password, repeat } = $draft.get()
  if (passwordLacks(password).length > 0) return 'rule'
  return password === repeat ? null : 'repeat'
}

interface NewPasswordProps {
  fault: PasswordFault
  onTyping: () => void
  /** The API's message. */
  error?: string | undefined
  takesFocus?: boolean
}

/** New password with its rules checked while typing, and the repeated password. */
export const NewPassword = ({ fault, onTyping, error, takesFocus }: NewPasswordProps) => {
  const t = useT('auth', 'validation')
  const { password, repeat } = useStore($draft)
  const lacks = passwordLacks(password)
  const words = { showWords: t('auth:password.show'), hideWords: t('auth:password.hide') }
  const rule = (
    <span className={styles.rule}>
      {RULE.map((part) => (
        <span key={part} className={lacks.includes(part) ? styles.lack : styles.met}>
          {t(`auth:password.rule.${part}`)}
        </span>
      ))}
    </span>
  )
  return (
    <>
      <PasswordField
        {...words}
        label={t('auth:password.new')}
        hint={rule}
        error={fault === 'rule' ? t('validation:password') : error}
        value={password}
        onValue={(value) => {
          typed('password', value)
          onTyping()
        }}
        name="new-password"
        autoComplete="new-password"
        {...(takesFocus ? { takesFocus } : {})}
      />
      <output className="hidden-visually">
        {password !== '' &&
          (lacks.length === 0
            ? t('auth:password.good')
            : t('auth:password.lacks', { what: lacks.map((part) => t(`auth:password.rule.${part}`)).join(', ') }))}
      </output>
      <PasswordField
        {...words}
        label={t('auth:password.repeat')}
        error={fault === 'repeat' ? t('validation:passwordsMatch') : undefined}
        value={repeat}
        onValue={(value) => {
          typed('repeat', value)
          onTyping()
        }}
        name="repeat-password"
        autoComplete="new-password"
      />
    </>
  )
}
