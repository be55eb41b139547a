import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** brand: the one action of a view; plain: the rest; quiet: text only; round: an icon alone, with an aria-label. */
  look?: 'brand' | 'plain' | 'quiet' | 'round'
  wide?: boolean
  /** Keeps its place and focus, answers to nothing, says that it works. */
  pending?: boolean
}

/** A button never disappears under the finger: while pending it stays focusable and ignores presses. */
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
