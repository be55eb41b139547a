import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '#islands/ui/locale.ts'
import { useBasketParts } from './BasketParts.tsx'
import styles from './BasketColumn.module.css'

/** The basket beside a menu, on wide screens. Renders into the page's element and removes what the page script rendered there. */
export const BasketColumn = ({ column }: { column: Element }) => {
  const t = useT('basket')
  const { body, foot } = useBasketParts()
  useLayoutEffect(() => {
    const focused = column.querySelector(':focus')
    column.setAttribute('data-basket-column', 'live')
    for (const child of [...column.children]) if (!child.hasAttribute('data-live')) child.remove()
    // The focus moves from the page script's checkout button to this one.
    if (focused) column.querySelector<HTMLElement>('.button-brand')?.focus()
  }, [column])
  return createPortal(
    <div className={styles.column} data-live>
      <h2>{t('basket:title')}</h2>
      <div className={styles.body}>{body}</div>
      {foot && <div className="basket-foot">{foot}</div>}
    </div>,
    column
  )
}
