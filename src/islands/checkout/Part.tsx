import type { ReactNode } from 'react'
import styles from './checkout.module.css'

export type PartName = 'sign-in' | 'where' | 'when' | 'pay' | 'more' | 'summary'

/** Where focus goes when something is missing. */
export const partId = (name: PartName): string => `checkout-${name}`

/** One part of the page with its question. */
export const Part = ({ name, title, children }: { name: PartName; title: string; children: ReactNode }) => (
  <section className={styles.part} aria-labelledby={partId(name)}>
    <h2 id={partId(name)} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)
