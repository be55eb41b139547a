import type { ReactNode } from 'react'
import styles from './checkout.module.css'

export type PartName = 'sign-in' | 'where' | 'when' | 'pay' | 'more' | 'summary'

/** Id of the part's focus target when something is missing. */
export const partId = (name: PartName): string => `checkout-${name}`

/** Focuses the chosen option of a part, else its heading. */
export const focusAnswer = (name: PartName): void => {
  const heading = document.getElementById(partId(name))
  const chosen = heading?.parentElement?.querySelector<HTMLElement>('input:checked')
  ;(chosen ?? heading)?.focus()
}

/** Focuses the open address search; false when it is not open. */
export const focusFinder = (): boolean => {
  const field = document.getElementById(partId('where'))?.parentElement?.querySelector<HTMLElement>('[role="combobox"]')
  field?.focus()
  return !!field
}

/** One part of the page with its heading. */
export const Part = ({ name, title, children }: { name: PartName; title: string; children: ReactNode }) => (
  <section className={styles.part} aria-labelledby={partId(name)}>
    <h2 id={partId(name)} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)
