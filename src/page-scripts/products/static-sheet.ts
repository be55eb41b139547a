import { loadScripts } from '#page-scripts/load-scripts.ts'

/** Has the pressed element, to which the focus returns, also from the sheet that replaces this one. */
export interface PaintedSheet extends HTMLDialogElement {
  pressed?: HTMLElement
}

/**
 * Shows the card's content in a static sheet at once (`StaticSheet.astro`). The React sheet (`ui/Sheet.tsx`) replaces it when its scripts are
 * loaded; it does not open when this one was closed before.
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
  // The click handler reports the failure.
  actions.catch(() => painted.remove())
  painted.addEventListener('close', () => {
    if (!painted.isConnected) return
    painted.remove()
    void actions.then(({ closeModal }) => closeModal())
  })
  // Prevents closing by the second press of a double tap.
  setTimeout(() => painted.setAttribute('closedby', 'any'), 500)
  // Dialogs return the focus to the active element.
  button.focus()
  document.body.append(painted)
  // Rendered open first, made modal after the first paint: making the page inert recalculates all styles.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!painted.isConnected) return
      painted.open = false
      painted.showModal()
      title?.focus()
    })
  )
}
