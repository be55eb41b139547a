import '#page-scripts/favourites/cards.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { loadScripts } from '#page-scripts/load-scripts.ts'
import { all, locale, USER_EVENTS } from '#page-scripts/text.ts'
import { paintSheet } from './static-sheet.ts'
import { readSnapshot } from '#page-scripts/saved-state.ts'

const words = (): DOMStringMap => document.querySelector<HTMLElement>('[data-words]')?.dataset ?? {}

const create = (tag: string, className: string, ...inside: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...inside)
  return element
}

const stepButton = (direction: '1' | '-1', label = ''): HTMLElement => {
  const button = create('button', direction === '1' ? 'step step-more' : 'step')
  button.setAttribute('type', 'button')
  button.setAttribute('aria-label', label)
  button.dataset['step'] = direction
  return button
}

/** Renders steppers and counts on product cards, and the basket column, from the basket snapshot. Separately bundled script. */
const paintProducts = (): void => {
  const snapshot = readSnapshot()
  all('[data-product]').forEach((card) => {
    const own = snapshot.lines.filter(({ productId }) => productId === Number(card.dataset['product']))
    const quantity = own.reduce((sum, line) => sum + line.quantity, 0)
    if (card.dataset['options'] === '1') paintCount(card, Number(card.dataset['unit']) === WEIGHED_UNIT ? own.length : quantity)
    else paintStepper(card, quantity)
  })
  all('[data-basket-column]').forEach((column) => paintColumn(column, snapshot))
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

const empty = new WeakMap<HTMLElement, Node[]>()

const paintColumn = (column: HTMLElement, { lines, total }: ReturnType<typeof readSnapshot>): void => {
  if (column.dataset['basketColumn'] === 'live') return
  if (!empty.has(column)) empty.set(column, [...column.childNodes])
  const original = empty.get(column) ?? []
  if (lines.length === 0) return column.replaceChildren(...original)
  const title = original.find((node) => node instanceof HTMLHeadingElement)
  const rows = lines.map(({ name, quantity, unitId }) =>
    create('li', '', create('span', '', name), create('span', 'muted', formatQuantity(quantity, unitId as UnitId, locale)))
  )
  const link = create('a', 'button button-brand painted-checkout', words()['checkout'] ?? '', create('span', '', formatAmd(total, locale)))
  link.setAttribute('href', localePath(locale, '/checkout'))
  const focused = column.querySelector(':focus')
  column.replaceChildren(...(title ? [title] : []), create('ul', 'painted-lines', ...rows), link)
  if (focused) link.focus()
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
  for (const sign of USER_EVENTS) removeEventListener(sign, warmUp)
  if (!isGoodLine()) return
  idle(() => {
    const template = document.querySelector<HTMLTemplateElement>('template[data-for="*"]')
    if (template) document.head.append(template.content)
    // Preload only: a press loads it again on failure.
    const begin = async (name: 'basket' | 'renderer'): Promise<void> => void (await loadScripts(name).catch(() => undefined))
    idle(() => void begin('basket').then(() => idle(() => void begin('renderer'))))
  })
}
for (const sign of USER_EVENTS) addEventListener(sign, warmUp, { passive: true })

// In the capture phase, before the click opens the React sheet, which replaces the static one.
document.addEventListener(
  'click',
  ({ target, ctrlKey, metaKey, shiftKey, altKey }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-options='1'] [data-add]")
    const card = button?.closest<HTMLElement>('[data-product]')
    if (!button || !card || ctrlKey || metaKey || shiftKey || altKey || card.querySelector('[data-options-form]')) return
    paintSheet(button, card)
  },
  true
)
all('[data-basket-column]').forEach((column) => {
  for (const name of ['pointerover', 'focusin'])
    column.addEventListener(name, () => document.dispatchEvent(new Event('intent:basket')), { once: true })
})
document.addEventListener('basket:change', paintProducts)
addEventListener('storage', paintProducts)
addEventListener('pageshow', (event) => event.persisted && paintProducts())
paintProducts()
