import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { Icon } from '#islands/ui/Icon.tsx'
import styles from './Field.module.css'

interface FrameProps {
  label: string
  hint?: ReactNode | undefined
  /** A whole sentence; linked to the control and announced. */
  error?: string | undefined
}
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint and error around any control. */
export const FieldFrame = ({ label, hint, error, children }: FrameProps & { children: (control: ControlProps) => ReactNode }) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error && (
          <>
            <Icon name="alert" /> {error}
          </>
        )}
      </p>
    </div>
  )
}

type FieldProps = FrameProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

/** One line of text. */
export const Field = ({ label, hint, error, className, ...input }: FieldProps) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(control) => <input {...input} {...control} className={[styles.input, className].filter(Boolean).join(' ')} />}
  </FieldFrame>
)

interface TextProps extends FrameProps {
  value: string
  onValue: (value: string) => void
  maxLength: number
  rows?: number
  placeholder?: string
}

/** Text of several lines. */
export const TextField = ({ label, hint, error, value, onValue, maxLength, rows = 3, placeholder }: TextProps) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(control) => (
      <textarea
        {...control}
        className={styles.input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        maxLength={maxLength}
        rows={rows}
        placeholder={placeholder}
      />
    )}
  </FieldFrame>
)
