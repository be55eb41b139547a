import type { ReactNode } from 'react'
import { pictureUrl } from '#domain/pictures.ts'
import { Button } from './Button.tsx'
import { useT } from './locale.ts'
import styles from './States.module.css'

/** Empty state: what it means and what to do next. */
export const Empty = ({ picture, title, text, children }: { picture: string; title: string; text?: string; children?: ReactNode }) => (
  <div className={styles.state}>
    <img src={pictureUrl(picture)} alt="" width="96" height="96" />
    <h2 className={styles.title}>{title}</h2>
    {text && <p className="muted">{text}</p>}
    {children}
  </div>
)

/** Failed state with the reason and a retry button. Without `text` it shows the message for a lost connection. */
export const Failed = ({ text, onRetry }: { text?: string; onRetry: () => void }) => {
  const t = useT('states')
  return (
    <div className={styles.state} role="alert">
      <h2 className={styles.title}>{t('states:failed')}</h2>
      <p className="muted">{text || t('states:failedText')}</p>
      <Button onClick={onRetry}>{t('states:retry')}</Button>
    </div>
  )
}
