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

/** What a card shows of its product, for the sheet to begin with. */
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

/** The finger is down: what it will open is asked for before it is up. */
export const prepare = (element: HTMLElement): void => {
  const { productId, hasOptions } = cardOf(element)
  if (element.dataset['add'] !== undefined && hasOptions) void loadProduct(productId)
  else if (element.dataset['modal'] === undefined) void startBasket()
}

/** Adds the product of a card; one with options opens its sheet, or reads the form of its page. */
export const addProduct = async (button: HTMLElement): Promise<void> => {
  const { card, name, productId, unitId, minimum, hasOptions } = cardOf(button)
  const form = card?.querySelector<HTMLFormElement>('[data-options-form]')
  if (hasOptions && !form) {
    showCard(seenOn(button))
    const painted = document.querySelector('[data-painted]')
    // What is painted already is seen before React begins, unless it was closed meanwhile.
    if (painted) await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))
    return painted?.isConnected === false ? undefined : openModal('item-details', { productId })
  }
  const options = form ? readOptions(form) : []
  if (!options) return
  void startBasket()
  await addToBasket({ productId, quantity: minimum, options, name, unitId })
  if (isNewlyOutOfArea(productId)) await showBasket('read')
}

const findColumn = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-basket-column]')

/** One press of plus or minus; below the minimum it is removed. */
export const stepProduct = (button: HTMLElement, direction: number): void => {
  const { name, productId, minimum, step } = cardOf(button)
  const next = quantityOf(productId) + direction * step
  void startBasket()
  setQuantity({ productId, quantity: next < minimum ? 0 : next, name })
}

/** The column where it is in sight, the drawer elsewhere; to `read` the column nobody is taken away from where they are. */
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

/** A modal by its id, which our own markup wrote; `data-params` is JSON. The list of them all would come with every first press. */
export const showModal = (id: string, params = '{}'): void => openModal(id as ModalId, JSON.parse(params))
