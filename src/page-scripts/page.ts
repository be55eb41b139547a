import type * as Actions from './baskets/actions.ts'
// URL of a script bundled with its dependencies.
import PAINTER from './products/products.ts?worker&url'
import { loadScripts } from './load-scripts.ts'
import { paintFrame } from './text.ts'
import { CITY_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { isUnsettled, isSignedIn } from './saved-state.ts'

/**
 * The script of every page, without a framework: renders personal data, and loads the stores on the first press.
 * The stores are in the basket island's chunk.
 */
const loadActions = async (trigger?: Element): Promise<typeof Actions> => {
  // Preload all at once: otherwise each script is discovered only after the previous one has loaded.
  if (navigator.onLine)
    for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-for]'))
      if (trigger?.matches(template.dataset['for'] ?? '')) document.head.append(template.content)
  // One promise for all presses: browsers settle several imports of one script in any order.
  loading ??= loadScripts('basket').finally(() => (loading = undefined))
  return (loadedActions = await loading)
}

let loading: Promise<typeof Actions> | undefined
let loadedActions: typeof Actions | undefined
/** Runs synchronously when the stores are loaded, so that a press is rendered in the same frame. */
const withActions = async (element: Element, run: (actions: typeof Actions) => unknown): Promise<unknown> =>
  run(loadedActions ?? (await loadActions(element)))

const YEAR = 31_536_000
const ACTION_ELEMENTS = '[data-add], button[data-step], [data-modal], [data-basket-open]'

const runAction = async (element: HTMLElement, run: (actions: typeof Actions) => unknown): Promise<void> => {
  element.ariaBusy = 'true'
  try {
    await withActions(element, run)
  } catch (cause) {
    if (element instanceof HTMLAnchorElement) location.href = element.href
    const liveRegion = document.querySelector('[data-announce]')
    if (liveRegion) liveRegion.textContent = document.querySelector<HTMLElement>('[data-words]')?.dataset['offline'] ?? ''
    // Offline: an addition is repeated when online again, as announced. Actions that open something need another press.
    if (loadedActions || !element.matches('[data-options="0"] [data-add]')) throw cause
    addEventListener('online', () => void runAction(element, run), { once: true })
  } finally {
    element.ariaBusy = null
  }
}

const setCookie = (name: string, value = ''): void => {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
  // The link is followed at once (see client/cookies.ts).
  void document.cookie
}

const chooseLocale = (link: HTMLElement): void => {
  setCookie(LOCALE_COOKIE, link.dataset['setLocale'])
  // The same page including its query.
  if (link instanceof HTMLAnchorElement) link.search = location.search
}

/** Hides the language hint permanently, once closed or once a language was chosen. */
const closeHint = (): void => {
  delete document.documentElement.dataset['hint']
  try {
    localStorage.setItem('root:hint', '1')
  } catch {
    // Storage is disabled: the hint is shown again on the next page.
  }
}

const onClick = (event: MouseEvent): void => {
  const target = event.target as Element
  const language = target.closest<HTMLElement>('[data-set-locale]')
  if (language) chooseLocale(language)
  const city = target.closest<HTMLElement>('[data-set-city]')
  if (city) setCookie(CITY_COOKIE, city.dataset['setCity'])
  const close = target.closest('[data-hint-close]')
  if (language || close) closeHint()
  if (close) document.querySelector('main')?.focus({ preventScroll: true })
  const element = target.closest<HTMLElement>(ACTION_ELEMENTS)
  if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const { add, step, basketOpen, modal = '', profile, accountHref } = element.dataset
  event.preventDefault()
  // Safari does not focus a pressed button; dialogs return the focus to it.
  element.focus()
  if (profile !== undefined && accountHref && isSignedIn()) location.href = accountHref
  else if (add !== undefined) {
    if (!element.ariaBusy) void runAction(element, ({ addProduct }) => addProduct(element))
  } else if (step) void runAction(element, ({ stepProduct }) => stepProduct(element, Number(step)))
  else if (basketOpen !== undefined) void runAction(element, ({ showBasket }) => showBasket())
  else void runAction(element, ({ showModal }) => showModal(modal, element.dataset['params']))
}

/** Loads the script that renders steppers and the basket column, on pages that have them. */
const loadProductScript = (): void => {
  if (!document.querySelector('[data-product], [data-basket-column]')) return
  const script = document.createElement('script')
  script.type = 'module'
  script.src = PAINTER
  document.head.append(script)
}

document.addEventListener('click', onClick)
// Preloads the stores and their data on pointerdown, before the click.
document.addEventListener('pointerdown', ({ target }) => {
  const element = (target as Element).closest?.<HTMLElement>(ACTION_ELEMENTS)
  // A failure is handled by the click.
  if (element) withActions(element, ({ prepare }) => prepare(element)).catch(() => undefined)
})
for (const name of ['basket:change', 'session:change', 'place:change']) document.addEventListener(name, paintFrame)
addEventListener('storage', paintFrame)
addEventListener('pageshow', paintFrame)
paintFrame()
loadProductScript()
if (isUnsettled()) void loadActions().then(({ startBasket }) => startBasket())
