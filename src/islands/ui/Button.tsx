import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** brand: the main action of a view; plain: other actions; quiet: text only; round: icon only, with an aria-label. */
  look?: 'brand' | 'plain' | 'quiet' | 'round'
  wide?: boolean
  /** Shows a spinner and ignores presses; stays focusable. */
  pending?: boolean
}

/** A button that is not disabled while pending: it retains the focus and ignores presses. */
export const Button = ({ look = 'plain', wide, pending, className, onClick, children, type = 'button', ...rest }: ButtonProps) => {
  const classes = [
    look === 'round' ? styles.round : 'button',
    look === 'brand' && 'button-brand',
    look === 'quiet' && styles.quiet,
    wide && styles.wide,
    className
  ]
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {children}
      {pending && <Spinner />}
    </button>
  )
}
