import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import styles from './profile.module.css'

interface RowProps {
  label: string
  value: string | null
  /** Whether a contact is confirmed; undefined where not applicable. */
  confirmed?: boolean
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/** One field of the profile with its actions. */
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
