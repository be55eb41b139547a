import { useT } from '#islands/ui/locale.tsx'
import { useBasketParts } from './BasketParts.tsx'
import styles from './BasketColumn.module.css'

/** The basket beside a menu, on wide screens. `data-live` tells it from what the plain script painted. */
export const BasketColumn = () => {
  const t = useT('basket')
  const { body, foot } = useBasketParts()
  return (
    <div className={styles.column} data-live>
      <h2>{t('basket:title')}</h2>
      <div className={styles.body}>{body}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
