import { all, create, words } from './paint.ts'

/** Where the basket's chunk lies, which holds the actions too. */
const actionsUrl = (): string => document.querySelector('astro-island[component-export="BasketDrawer"]')?.getAttribute('component-url') ?? ''

interface Actions {
  closeModal: () => void
}

const LINES = 6
const fromTemplate = (selector: string): Node[] => all(selector).slice(0, 1).map((element) => element.cloneNode(true))

const bodyOf = (card: HTMLElement, loading: string): HTMLElement => {
  const picture = card.querySelector('img')
  const image = create('img', '')
  for (const [name, value] of Object.entries({ src: picture?.src ?? '', alt: '', width: '128', height: '128' })) image.setAttribute(name, value)
  const tint = picture?.parentElement?.className.match(/tint-\d+/)?.[0] ?? ''
  const price = create('b', '', card.querySelector('.product-price')?.textContent.trim() ?? '')
  const status = create('p', 'hidden-visually', loading)
  status.role = 'status'
  const lines = Array.from({ length: LINES }, () => create('span', 'skeleton sheet-line'))
  return create('div', 'sheet-body', create('div', `sheet-picture ${tint}`, image), create('p', 'sheet-price', price), status, ...lines)
}

/**
 * What a card says of its product as the product's sheet, at once: the scripts of the real one are on their way, and it takes this one's place
 * (`ui/Sheet.tsx`). Whoever closes this one before that is not shown the other.
 */
export const paintSheet = (button: HTMLElement, card: HTMLElement): void => {
  document.querySelector('dialog[data-painted]')?.remove()
  const { close = '', loading = '' } = words()
  const title = create('h2', 'sheet-title', card.querySelector('h3')?.textContent.trim() ?? '')
  title.id = 'painted-sheet'
  title.tabIndex = -1
  const cross = create('button', 'sheet-close', ...fromTemplate('[data-hint-close] svg'))
  cross.setAttribute('type', 'button')
  cross.setAttribute('aria-label', close)
  const box = create('div', 'sheet-box', create('header', 'sheet-header', title, cross), bodyOf(card, loading))
  const dialog = create('dialog', 'sheet sheet-bottom', box) as HTMLDialogElement
  dialog.dataset['painted'] = ''
  dialog.setAttribute('aria-labelledby', title.id)

  const actions = import(/* @vite-ignore */ actionsUrl()) as Promise<Actions>
  const leave = (): void => {
    dialog.close()
    dialog.remove()
    void actions.then(({ closeModal }) => closeModal())
  }
  actions.catch(() => dialog.remove())
  cross.addEventListener('click', leave)
  dialog.addEventListener('click', ({ target }) => target === dialog && leave())
  dialog.addEventListener('cancel', leave)
  // Where the focus returns.
  button.focus()
  document.body.append(dialog)
  dialog.showModal()
  title.focus()
}
