import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '#islands/ui/locale.ts'
import { useBasketParts } from './BasketParts.tsx'
import styles from './BasketColumn.module.css'

/** The basket beside a menu, on wide screens. It draws into the page's own element; what the plain script painted there goes in the same moment. */
export const BasketColumn = ({ place }: { place: Element }) => {
  const t = useT('basket')
  const { body, foot } = useBasketParts()
  useLayoutEffect(() => {
    const focused = place.querySelector(':focus')
    place.setAttribute('data-basket-column', 'live')
    for (const child of [...place.children]) if (!child.hasAttribute('data-live')) child.remove()
    // Whoever was on the painted way on goes on from the drawn one.
    if (focused) place.querySelector<HTMLElement>('.button-brand')?.focus()
  }, [place])
  return createPortal(
    <div className={styles.column} data-live>
      <h2>{t('basket:title')}</h2>
      <div className={styles.body}>{body}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>,
    place
  )
}
