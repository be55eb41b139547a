import { CODE_LENGTH } from '#domain/constants.ts'
import { FieldFrame } from './Field.tsx'
import styles from './CodeInput.module.css'

interface CodeInputProps {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onValue: (value: string) => void
  /** Called when all digits are entered, also by pasting or autofill. */
  onComplete: (code: string) => void
}

/** Six digits in a single field, so that pasting, autofill and screen readers work normally. */
export const CodeInput = ({ label, hint, error, value, onValue, onComplete }: CodeInputProps) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(control) => (
      <input
        {...control}
        className={styles.code}
        value={value}
        onChange={(event) => {
          const code = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH)
          onValue(code)
          if (code.length === CODE_LENGTH && code !== value) onComplete(code)
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        placeholder="••••••"
      />
    )}
  </FieldFrame>
)
