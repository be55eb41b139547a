import { loadScripts } from '#page-scripts/bring.ts'

/** Knows what was pressed: where the focus returns from whatever takes its place. */
export interface PaintedSheet extends HTMLDialogElement {
  pressed?: HTMLElement
}

/**
 * What a card says of its product as the product's sheet, at once (`PaintedSheet.astro`): the scripts of the real one are on their way, and it
 * takes this one's place (`ui/Sheet.tsx`). Whoever closes this one before that is not shown the other.
 */
export const paintSheet = (button: HTMLElement, card: HTMLElement): void => {
  const painted = document
    .querySelector<HTMLTemplateElement>('[data-sheet]')
    ?.content.firstElementChild?.cloneNode(true) as PaintedSheet | null
  if (!painted) return
  painted.pressed = button
  document.querySelector('[data-painted]')?.remove()
  const [title, frame, price] = painted.querySelectorAll<HTMLElement>('h2, .sheet-picture, b')
  const picture = card.querySelector('img')
  const textOf = (selector: string): string => card.querySelector(selector)?.textContent.trim() ?? ''
  if (title) title.textContent = textOf('h3')
  if (price) price.textContent = textOf('.product-price')
  if (frame && picture) {
    frame.className += ` ${picture.parentElement?.className.match(/tint-\d+/)?.[0]}`
    frame.append(picture.cloneNode())
  }
  const actions = loadScripts('basket')
  // The press itself says why.
  actions.catch(() => painted.remove())
  painted.addEventListener('close', () => {
    if (!painted.isConnected) return
    painted.remove()
    void actions.then(({ closeModal }) => closeModal())
  })
  // Not by the second press of a double tap.
  setTimeout(() => painted.setAttribute('closedby', 'any'), 500)
  // Where the focus returns.
  button.focus()
  document.body.append(painted)
  // Open already, and a modal once it was seen: the whole page is styled anew when it becomes inert.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!painted.isConnected) return
      painted.open = false
      painted.showModal()
      title?.focus()
    })
  )
}
