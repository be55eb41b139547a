import { openBasket } from '#stores/basket-drawer.ts'
import { addToBasket, quantityOf, setQuantity, startBasket } from '#stores/basket.ts'
import { isModalId } from '#stores/modal-list.ts'
import { openModal } from '#stores/modals.ts'
import { readOptions } from './options-form.ts'

export { startBasket }

const cardOf = (element: HTMLElement) => {
  const card = element.closest<HTMLElement>('[data-product]')
  const { product, min, step, options } = card?.dataset ?? {}
  const name = card?.querySelector('h1, h2, h3')?.textContent?.trim() ?? ''
  return { card, name, productId: Number(product), minimum: Number(min) || 1, step: Number(step) || 1, hasOptions: options === '1' }
}

/** Adds the product of a card; one with options opens its sheet, or reads the form of its page. */
export const addProduct = async (button: HTMLElement): Promise<void> => {
  const { card, name, productId, minimum, hasOptions } = cardOf(button)
  const form = card?.querySelector<HTMLFormElement>('[data-options-form]')
  if (hasOptions && !form) return openModal('item-details', { productId })
  const options = form ? readOptions(form) : []
  if (!options) return
  void startBasket()
  await addToBasket({ productId, quantity: minimum, options, name })
}

/** One press of plus or minus; below the minimum it is removed. */
export const stepProduct = (button: HTMLElement, direction: number): void => {
  const { name, productId, minimum, step } = cardOf(button)
  const next = quantityOf(productId) + direction * step
  void startBasket()
  setQuantity({ productId, quantity: next < minimum ? 0 : next, name })
}

/** The column where it is in sight, the drawer elsewhere. */
export const showBasket = (): void => {
  const column = document.querySelector<HTMLElement>('[data-basket-column]')
  if (!column?.checkVisibility()) return openBasket()
  document.dispatchEvent(new Event('intent:basket'))
  column.tabIndex = -1
  column.focus()
  column.scrollIntoView({ block: 'nearest' })
}

/** A modal by its id; `data-params` is JSON. */
export const showModal = (id: string, params = '{}'): void => {
  if (!isModalId(id)) throw new Error(`no modal "${id}"`)
  openModal(id, JSON.parse(params))
}
