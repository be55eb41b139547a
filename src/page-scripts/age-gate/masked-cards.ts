import { readPublic } from '#client/read-public.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { all, locale } from '#page-scripts/text.ts'
import { isConfirmedAdult } from '#page-scripts/saved-state.ts'

type Shown = Pick<ProductCard, 'id' | 'name' | 'picture'> & { description?: string }

/** Maximum number of products loaded one by one, on pages without a menu; the rest stays masked. */
const MAX_ALONE = 24
const PAGE = 200

const productOf = (id: number): Promise<Shown | null> =>
  // A product that fails to load stays masked.
  readPublic(catalogue.product, { params: { id } }, locale).catch(() => null)

const menuOf = async (supplierId: number): Promise<Shown[]> => {
  const found: Shown[] = []
  for (;;) {
    const query = { supplierId, take: PAGE, skip: found.length }
    // A failed page ends the list: the rest stays masked.
    const part = await readPublic(catalogue.products, { query }, locale).catch(() => null)
    found.push(...(part?.items ?? []))
    if (!part || part.items.length === 0 || found.length >= part.totalCount) return found
  }
}

const unmask = (card: HTMLElement, { name, picture, description }: Shown): void => {
  card.dataset['adult'] = 'shown'
  const title = card.querySelector('h1, h3 a')
  const maskedName = title?.textContent ?? ''
  if (title) title.textContent = name
  if (title?.localName === 'h1') {
    document.title = document.title.replace(maskedName, name)
    const here = document.querySelector('.breadcrumbs [aria-current]')
    if (here) here.textContent = name
  }
  const image = card.querySelector('img')
  image?.removeAttribute('srcset')
  if (image) image.src = pictureUrl(picture)
  for (const button of card.querySelectorAll('[data-add]')) button.ariaLabel = (button.ariaLabel ?? '').replace(maskedName, name)
  const about = card.querySelector('.goods-about')
  if (about) about.textContent = description ?? ''
  for (const confirmButton of card.querySelectorAll('[data-modal="age-confirmation"]')) confirmButton.remove()
}

let isUnmasking = false

/** Shows age-restricted products to a confirmed adult: the shared HTML contains neither their name nor picture. */
export const unmaskCards = async (): Promise<void> => {
  const masked = all('[data-adult=""]')
  if (isUnmasking || masked.length === 0 || !isConfirmedAdult()) return
  isUnmasking = true
  const supplier = document.querySelector<HTMLElement>('[data-menu-of]')?.dataset['menuOf']
  const ids = [...new Set(masked.map(({ dataset }) => dataset['product'] ?? ''))]
  const found =
    supplier && ids.length > 1
      ? await menuOf(Number(supplier))
      : await Promise.all(ids.slice(0, MAX_ALONE).map((id) => productOf(Number(id))))
  const known = new Map(found.flatMap((one) => (one ? [[String(one.id), one] as const] : [])))
  for (const card of masked) {
    const product = known.get(card.dataset['product'] ?? '')
    if (product) unmask(card, product)
  }
  isUnmasking = false
}
