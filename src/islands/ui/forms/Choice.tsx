import { useId, type ReactNode } from 'react'
import { FieldFrame } from './Field.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import styles from './Choice.module.css'

export interface Option<V extends string | number> {
  value: V
  label: ReactNode
  /** A secondary line or amount. */
  note?: ReactNode
  disabled?: boolean
}
interface GroupProps<V extends string | number> {
  legend: ReactNode
  /** `required`, `up to 3`. */
  hint?: ReactNode
  error?: string | undefined
  options: readonly Option<V>[]
  chosen: readonly V[]
  onChoose: (chosen: V[]) => void
  /** radio: one; checkbox: any number. */
  kind: 'radio' | 'checkbox'
  /** Short options stand beside each other. */
  inRow?: boolean
}

/** A group of radios or checkboxes with a legend. */
export const Choice = <V extends string | number>({
  legend,
  hint,
  error,
  options,
  chosen,
  onChoose,
  kind,
  inRow = false
}: GroupProps<V>) => {
  const id = useId()
  const toggle = (value: V, on: boolean): void => {
    if (kind === 'radio') onChoose([value])
    else onChoose(on ? [...chosen, value] : chosen.filter((other) => other !== value))
  }
  return (
    <fieldset className={inRow ? `${styles.group} ${styles.row}` : styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>
        {legend} {hint && <span className={styles.hint}>{hint}</span>}
      </legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type={kind}
            name={id}
            value={option.value}
            checked={chosen.includes(option.value)}
            disabled={option.disabled}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          <span className={styles.label}>{option.label}</span>
          {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
        </label>
      ))}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error && (
          <>
            <Icon name="alert" /> {error}
          </>
        )}
      </p>
    </fieldset>
  )
}

interface SelectProps<V extends string | number> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  options: readonly { value: V; text: string; disabled?: boolean | undefined }[]
  value: V | ''
  /** Text of the empty option; without it there is none. */
  empty?: string
  onValue: (value: V | '') => void
}

/** A native select. */
export const Select = <V extends string | number>({ label, hint, error, options, value, empty, onValue }: SelectProps<V>) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(control) => (
      <select
        {...control}
        className={styles.select}
        value={String(value)}
        onChange={(event) => onValue(options.find((option) => String(option.value) === event.target.value)?.value ?? '')}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={String(option.value)} disabled={option.disabled}>
            {option.text}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
)
