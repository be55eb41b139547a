import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { isSignedIn, locationTitle, readSnapshot } from './saved-state.ts'

export const locale = document.documentElement.lang as Locale
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

const USER_EVENTS = ['scroll', 'wheel', 'pointermove', 'touchstart', 'keydown']
/** Browsers send some of these by themselves when they lay a page out: a scroll of a page at its top, a move of a pointer that stands still. */
const isByUser = (event: Event): boolean => {
  if (event.type === 'scroll') return scrollY !== 0
  return event.type !== 'pointermove' || (event as PointerEvent).movementX !== 0 || (event as PointerEvent).movementY !== 0
}

/** Runs `work` once, on the first event that shows that a user is present. */
export const onFirstUserEvent = (work: () => void): void => {
  const begin = (event: Event): void => {
    if (!isByUser(event)) return
    for (const name of USER_EVENTS) removeEventListener(name, begin)
    work()
  }
  for (const name of USER_EVENTS) addEventListener(name, begin, { passive: true })
}

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
  all('[data-profile-label]').forEach((label) =>
    setText(label, (isSignedIn() && label.closest<HTMLElement>('[data-profile]')?.dataset['accountLabel']) || '')
  )
  all('[data-address]').forEach((element) => setText(element, locationTitle()))
}
