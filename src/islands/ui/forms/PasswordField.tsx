import { useState, type ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { FieldFrame } from './Field.tsx'
import field from './Field.module.css'
import styles from './PasswordField.module.css'

interface PasswordFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onValue: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  name: string
  /** Labels of the button while the password is hidden, and while it is shown. */
  showWords: string
  hideWords: string
  takesFocus?: boolean
}

/** A lucide icon (ISC); not in Icon.tsx, which is loaded with every basket. */
const Eye = ({ crossed }: { crossed: boolean }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6" />
    {crossed && <path d="m4 4 16 16" />}
  </svg>
)

/** A password field with a button that shows the password. */
export const PasswordField = ({ label, hint, error, value, onValue, showWords, hideWords, takesFocus, ...input }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.row}>
          <input
            {...input}
            {...control}
            className={`${field.input} ${styles.input}`}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onValue(event.target.value)}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            data-autofocus={takesFocus ? '' : undefined}
            required
          />
          <Button look="round" className={styles.show} aria-label={shown ? hideWords : showWords} onClick={() => setShown(!shown)}>
            <Eye crossed={shown} />
          </Button>
        </span>
      )}
    </FieldFrame>
  )
}
