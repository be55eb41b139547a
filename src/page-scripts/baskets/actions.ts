import { loadTranslator } from '#i18n/browser.ts'
import { openBasket } from '#stores/baskets/drawer.ts'
import { addToBasket, setQuantity } from '#stores/baskets/actions.ts'
import { quantityOf } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { environment } from '#stores/environment.ts'
import type { ModalId } from '#stores/modal-list.ts'
import { closeModal, openModal } from '#stores/modals.ts'
import { isNewlyOutOfArea } from '#stores/addresses/out-of-area.ts'
import { loadProduct, showCard, type CardSeen } from '#stores/products/product-sheet.ts'
import { readOptions } from '#page-scripts/products/options-form.ts'

export { closeModal, startBasket }

const cardOf = (element: HTMLElement) => {
  const card = element.closest<HTMLElement>('[data-product]')
  const { product, min, step, options, unit } = card?.dataset ?? {}
  const name = card?.querySelector('h1, h2, h3')?.textContent?.trim() ?? ''
  return {
    card,
    name,
    productId: Number(product),
    unitId: Number(unit),
    minimum: Number(min) || 1,
    step: Number(step) || 1,
    hasOptions: options === '1'
  }
}

/** The content of a product's card, shown in the sheet while it loads. */
const seenOn = (element: HTMLElement): CardSeen => {
  const { card, name, productId } = cardOf(element)
  const picture = card?.querySelector('img')
  return {
    productId,
    name,
    price: card?.querySelector('.product-price')?.textContent?.trim() ?? '',
    picture: picture?.getAttribute('src') ?? '',
    tint: picture?.parentElement?.className.match(/tint-\d+/)?.[0] ?? ''
  }
}

/** Preloads on pointerdown what the click will open. */
export const prepare = (element: HTMLElement): void => {
  const { productId, hasOptions } = cardOf(element)
  if (element.dataset['add'] !== undefined && hasOptions) void loadProduct(productId)
  else if (element.dataset['modal'] === undefined) void startBasket()
}

/** Opens the sheet of a card's product. */
export const showProduct = async (pressed: HTMLElement): Promise<void> => {
  const { productId } = cardOf(pressed)
  showCard(seenOn(pressed))
  const painted = document.querySelector('[data-painted]')
  // Let the browser paint the static sheet before React starts, unless it was closed meanwhile.
  if (painted) await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))
  if (painted?.isConnected !== false) openModal('item-details', { productId })
}

/** Adds the product of a card. With options it opens the sheet, or reads the options form of the product page. */
export const addProduct = async (button: HTMLElement): Promise<void> => {
  const { card, name, productId, unitId, minimum, hasOptions } = cardOf(button)
  const form = card?.querySelector<HTMLFormElement>('[data-options-form]')
  if (hasOptions && !form) return showProduct(button)
  const options = form ? readOptions(form) : []
  if (!options) return
  void startBasket()
  await addToBasket({ productId, quantity: minimum, options, name, unitId })
  if (isNewlyOutOfArea(productId)) await showBasket('read')
}

const findColumn = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-basket-column]')

/** Handles plus and minus; below the minimum the product is removed. */
export const stepProduct = (button: HTMLElement, direction: number): void => {
  const { name, productId, minimum, step } = cardOf(button)
  const next = quantityOf(productId) + direction * step
  void startBasket()
  setQuantity({ productId, quantity: next < minimum ? 0 : next, name })
}

/** Shows the basket column where visible, else the drawer. With `read` the column gets neither focus nor scroll. */
export const showBasket = async (to: 'use' | 'read' = 'use'): Promise<void> => {
  await loadTranslator(environment().locale, ['basket', 'states'])
  const column = findColumn()
  if (!column?.checkVisibility()) return openBasket()
  document.dispatchEvent(new Event('intent:basket'))
  if (to === 'read') return
  column.tabIndex = -1
  column.focus()
  column.scrollIntoView({ block: 'nearest' })
}

/** Opens a modal by the id from our own markup; `data-params` is JSON. Not validated: the list of modals would be loaded with every first press. */
export const showModal = (id: string, params = '{}'): void => openModal(id as ModalId, JSON.parse(params))
