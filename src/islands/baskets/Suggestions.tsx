import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import type { BasketItem } from '#contract/baskets/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { addToBasket } from '#stores/baskets/actions.ts'
import { $suggestions, loadSuggestions } from '#stores/baskets/suggestions.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useT } from '#islands/ui/locale.ts'
import styles from './Suggestions.module.css'

/** A row of suggested products of the same suppliers, reloaded when the products in the basket change. */
export const Suggestions = ({ items }: { items: readonly BasketItem[] }) => {
  const t = useT('basket')
  const inBasket = new Set(items.map(({ productId }) => productId))
  const products = useStore($suggestions).filter(({ id }) => !inBasket.has(id))
  const key = [...inBasket].sort().join()
  useEffect(() => void loadSuggestions(key), [key])
  const title = useRef<HTMLHeadingElement>(null)
  if (products.length === 0) return null
  // The pressed product leaves the row, so the focus moves to the row itself.
  const add = async ({ id, name, minimumPurchase, unitId }: ProductCard): Promise<void> => {
    if ((await addToBasket({ productId: id, quantity: minimumPurchase, name, unitId })) === 'added') title.current?.focus()
  }
  return (
    <section aria-label={t('basket:suggest.title')}>
      <h3 ref={title} tabIndex={-1} className={styles.title}>
        {t('basket:suggest.title')}
      </h3>
      <ul className={styles.row}>
        {products.map((product) => (
          <li key={product.id} className={styles.product}>
            <img src={pictureUrl(product.picture)} alt="" width="48" height="48" loading="lazy" />
            <span>{product.name}</span>
            <p className={styles.offer}>
              <b>
                <Money amd={product.price} />
              </b>
              <Button look="round" aria-label={t('basket:suggest.add', { name: product.name })} onClick={() => void add(product)}>
                <Icon name="plus" />
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
