import '#page-scripts/favourites/cards.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import { loadScripts } from '#page-scripts/load-scripts.ts'
import { all, locale, onFirstUserEvent } from '#page-scripts/text.ts'
import { create, words } from '#page-scripts/elements.ts'
import { paintSheet } from './static-sheet.ts'
import { readSnapshot } from '#page-scripts/saved-state.ts'

const stepButton = (direction: '1' | '-1', label = ''): HTMLElement => {
  const button = create('button', direction === '1' ? 'step step-more' : 'step')
  button.setAttribute('type', 'button')
  button.setAttribute('aria-label', label)
  button.dataset['step'] = direction
  return button
}

/** Renders steppers and counts on product cards from the basket snapshot. Separately bundled script. */
const paintProducts = (): void => {
  const snapshot = readSnapshot()
  all('[data-product]').forEach((card) => {
    const own = snapshot.lines.filter(({ productId }) => productId === Number(card.dataset['product']))
    const quantity = own.reduce((sum, line) => sum + line.quantity, 0)
    if (card.dataset['options'] === '1') paintCount(card, Number(card.dataset['unit']) === WEIGHED_UNIT ? own.length : quantity)
    else paintStepper(card, quantity)
  })
}

/** A product with options has a line per selection: the button shows only their number. */
const paintCount = (card: HTMLElement, count: number): void => {
  const add = card.querySelector<HTMLElement>('[data-add]')
  if (!add) return
  if (count) add.dataset['count'] = String(count)
  else delete add.dataset['count']
}

const paintStepper = (card: HTMLElement, quantity: number): void => {
  const add = card.querySelector<HTMLElement>('[data-add]')
  const slot = card.querySelector<HTMLElement>('[data-stepper]')
  if (!add || !slot) return
  if (quantity && !slot.firstChild) {
    const { less, more } = words()
    slot.className = 'stepper'
    slot.role = 'group'
    slot.ariaLabel = card.querySelector('h1, h3')?.textContent ?? ''
    slot.append(stepButton('-1', less), create('output', 'step-quantity'), stepButton('1', more))
  }
  const output = slot.querySelector('output')
  if (output) output.textContent = formatQuantity(quantity, Number(card.dataset['unit']) as UnitId, locale)
  const focused = card.contains(document.activeElement)
  if (slot.hidden === !quantity) return
  slot.hidden = !quantity
  add.hidden = !!quantity
  // The pressed control is hidden: move the focus to its replacement.
  if (focused) (quantity ? slot.querySelector<HTMLElement>('.step-more') : add)?.focus()
}

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether there is a fast and unmetered connection; browsers without this information count as such. */
const isGoodLine = (): boolean => {
  const { saveData = false, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
  return navigator.onLine && !saveData && effectiveType === '4g'
}

const idle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 200)
}

/**
 * Preloads the basket's scripts after the first user event, on pages with products, when the browser is idle. Without a user event nothing
 * is fetched.
 */
const warmUp = (): void => {
  if (!isGoodLine()) return
  idle(() => {
    const template = document.querySelector<HTMLTemplateElement>('template[data-for="*"]')
    if (template) document.head.append(template.content)
    // Preload only: a press loads it again on failure.
    const begin = async (name: 'basket' | 'renderer'): Promise<void> => void (await loadScripts(name).catch(() => undefined))
    idle(() => void begin('basket').then(() => idle(() => void begin('renderer'))))
  })
}
onFirstUserEvent(warmUp)

// In the capture phase, before the click opens the React sheet, which replaces the static one.
document.addEventListener(
  'click',
  (event) => {
    const { target, ctrlKey, metaKey, shiftKey, altKey } = event
    const pressed = (target as Element).closest?.<HTMLElement>("[data-options='1'] [data-add], .menu .product-name a")
    const card = pressed?.closest<HTMLElement>('[data-product]')
    if (!pressed || !card || ctrlKey || metaKey || shiftKey || altKey || card.querySelector('[data-options-form]')) return
    if (!(pressed instanceof HTMLAnchorElement)) return paintSheet(pressed, card)
    // In a menu a card opens its sheet; the link serves a new tab, and a product that the page still hides.
    if (card.dataset['adult'] === '' || !navigator.onLine) return
    event.preventDefault()
    paintSheet(pressed, card)
    for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-for]')) document.head.append(template.content)
    loadScripts('basket').then(
      ({ showProduct }) => showProduct(pressed),
      () => (location.href = pressed.href)
    )
  },
  true
)
document.addEventListener('basket:change', paintProducts)
addEventListener('storage', paintProducts)
addEventListener('pageshow', (event) => event.persisted && paintProducts())
paintProducts()
