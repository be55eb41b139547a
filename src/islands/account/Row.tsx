import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import styles from './profile.module.css'

interface RowProps {
  label: string
  value: string | null
  /** Whether a contact was confirmed; nothing is said where that is no question. */
  confirmed?: boolean
  /** Buttons at its end. */
  children?: ReactNode
}

/** One thing known of the person, with what can be done about it. */
export const Row = ({ label, value, confirmed, children }: RowProps) => {
  const t = useT('account')
  return (
    <div className={styles.row}>
      <p>
        <span className={styles.label}>{label}</span>
        <span className={value ? styles.value : 'muted'}>{value || t('account:none')}</span>
        {value && confirmed !== undefined && (
          <span className={`${styles.mark} ${confirmed ? '' : styles.warn}`}>
            <Icon name={confirmed ? 'check' : 'alert'} /> {t(confirmed ? 'account:confirmed' : 'account:unconfirmed')}
          </span>
        )}
      </p>
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}
