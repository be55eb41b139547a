import { useT } from '#islands/ui/locale.tsx'
import { BasketView } from './BasketView.tsx'
import styles from './BasketColumn.module.css'

/** The basket beside a menu, on wide screens. */
export const BasketColumn = () => {
  const t = useT('basket')
  return (
    <div className={styles.column}>
      <h2>{t('basket:title')}</h2>
      <BasketView frame={(body, foot) => (
        <>
          <div className={styles.body}>{body}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </>
      )} />
    </div>
  )
}
