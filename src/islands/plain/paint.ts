import { LOCALE_COOKIE } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { isSignedIn, placeTitle, readCookie, readMirror } from './saved-state.ts'

export const locale = document.documentElement.lang as Locale
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

const show = (selector: string, text: string): void =>
  all(selector).forEach((element) => {
    element.textContent = text
    element.hidden = !text
  })

const original = new WeakMap<Element, string>()
/** Another text for as long as there is one, the page's own otherwise. */
const word = (element: Element, text: string): void => {
  if (!original.has(element)) original.set(element, element.textContent)
  element.textContent = text || (original.get(element) ?? '')
}

/** The personal touches of a page that is the same for everybody: basket badge, profile, address. */
export const paintFrame = (): void => {
  const { count, total } = readMirror()
  show('[data-basket-count]', count ? String(count) : '')
  show('[data-basket-total]', count ? formatAmd(total, locale) : '')
  all('[data-profile]').forEach((button) => {
    const label = button.querySelector('[data-profile-label]')
    if (label) word(label, isSignedIn() ? (button.dataset['accountLabel'] ?? '') : '')
  })
  all('[data-address]').forEach((element) => word(element, placeTitle()))
}

/** The quiet line for a reader of another language: the one chosen before, else the browser's. */
export const paintLocaleHint = (): void => {
  const own = readCookie(LOCALE_COOKIE) || navigator.language.slice(0, 2)
  const hints = all('[data-locale-hint]')
  hints.forEach((hint) => (hint.hidden = hint.dataset['localeHint'] !== own || own === locale))
  // Where it lies over the page it has been seen once the page moves.
  if (innerWidth < 1260) addEventListener('scroll', () => hints.forEach((hint) => (hint.hidden = true)), { once: true })
}
