import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { isSignedIn, locationTitle, readSnapshot } from './saved-state.ts'

export const locale = document.documentElement.lang as Locale
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

/** Events that show that a user is present. */
export const USER_EVENTS = ['scroll', 'pointermove', 'touchstart', 'keydown']

const show = (selector: string, text: string): void =>
  all(selector).forEach((element) => {
    element.textContent = text
    element.hidden = !text
  })

const original = new WeakMap<Element, string>()
/** Sets the text, or restores the page's original when it is empty. */
const setText = (element: Element, text: string): void => {
  if (!original.has(element)) original.set(element, element.textContent)
  element.textContent = text || (original.get(element) ?? '')
}

/** Renders the personal parts of a page cached for everybody: basket badge, profile, address. */
export const paintFrame = (): void => {
  const { count, total } = readSnapshot()
  show('[data-basket-count]', count ? String(count) : '')
  show('[data-basket-total]', count && total ? formatAmd(total, locale) : '')
  all('[data-profile]').forEach((button) => {
    const label = button.querySelector('[data-profile-label]')
    if (label) setText(label, isSignedIn() ? (button.dataset['accountLabel'] ?? '') : '')
  })
  all('[data-address]').forEach((element) => setText(element, locationTitle()))
}
