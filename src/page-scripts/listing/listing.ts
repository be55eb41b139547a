/**
 * Filters, sortings and pages of a list without a page load: fetches the same links and forms and replaces the list with the response. On
 * any failure the browser navigates normally.
 */
const REGION = '[data-listing]'
const ITEMS = '[data-items]'
const region = (root: ParentNode = document): HTMLElement | null => root.querySelector<HTMLElement>(REGION)

/** Scroll position by URL of this page, and the URL shown now. */
const scrollPositions = new Map<string, number>()
let shown = location.pathname + location.search
let currentRequest: AbortController | null = null

const isHere = (url: URL): boolean => url.origin === location.origin && url.pathname === location.pathname

const fetchList = async (href: string): Promise<{ page: Document; list: HTMLElement } | null> => {
  currentRequest?.abort()
  const request = new AbortController()
  currentRequest = request
  const answer = await fetch(href, { signal: request.signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const list = region(page)
  if (!answer.ok || !list) throw new Error(`no list at ${href}`)
  return request.signal.aborted ? null : { page, list }
}

const announceResult = (): void => {
  const [liveRegion, found] = [document.querySelector('[data-announce]'), document.querySelector('[data-found]')]
  if (liveRegion && found) liveRegion.textContent = found.textContent?.trim() ?? ''
  // Other scripts render steppers, favourites and distances on the new cards.
  for (const name of ['basket:change', 'listing:change']) document.dispatchEvent(new Event(name))
}

/** Returns the focus to the pressed link, else to the heading. */
const focusAgain = (pressed: Element | null): void => {
  if (document.activeElement && document.activeElement !== document.body) return
  const same =
    pressed instanceof HTMLAnchorElement
      ? [...document.querySelectorAll<HTMLElement>(`${REGION} a`)].find(
          ({ textContent }) => textContent?.trim() === pressed.textContent?.trim()
        )
      : null
  const target = same ?? region()?.querySelector<HTMLElement>('h1')
  target?.focus({ preventScroll: true })
}

const busy = async (work: () => Promise<void>, href: string): Promise<void> => {
  const now = region()
  now?.setAttribute('aria-busy', 'true')
  try {
    await work()
  } catch (cause) {
    if ((cause as Error).name !== 'AbortError') location.href = href
  } finally {
    now?.removeAttribute('aria-busy')
  }
}

/** `isNew`: the address is entered into the history, before other scripts look at the list, which depends on it. */
const replace = async (href: string, pressed: Element | null, isNew = false): Promise<boolean> => {
  const fetched = await fetchList(href)
  if (!fetched) return false
  document.title = fetched.page.title
  region()?.replaceWith(document.adoptNode(fetched.list))
  shown = href
  if (isNew) history.pushState(null, '', href)
  focusAgain(pressed)
  announceResult()
  return true
}

const go = (href: string, pressed: Element | null): Promise<void> =>
  busy(async () => {
    scrollPositions.set(shown, scrollY)
    if (!(await replace(href, pressed, true))) return
    const top = region()?.getBoundingClientRect().top ?? 0
    // Another page of the list scrolls to its top; a filter leaves the scroll position while the list is in view.
    if (pressed?.closest('[data-pager]') || top < -innerHeight) region()?.scrollIntoView()
  }, href)

/** Cards carry their scripts along, which stand beside them. */
const cardsIn = (list: Element): Element[] => [...list.querySelectorAll(':scope > :not(script)')]

/** Appends the items the list does not show yet. */
const appendMore = (href: string): Promise<void> =>
  busy(async () => {
    const fetched = await fetchList(href)
    const [items, all] = [document.querySelector(ITEMS), fetched?.list.querySelector(ITEMS)]
    if (!fetched || !items || !all) return
    const fresh = cardsIn(all).slice(cardsIn(items).length)
    items.append(...fresh)
    const { sellers } = (all as HTMLElement).dataset
    if (sellers !== undefined) (items as HTMLElement).dataset['sellers'] = sellers
    const [now, next] = [region(), fetched.list]
    now?.querySelectorAll('.pager, .pager-more').forEach((one) => one.remove())
    now?.append(...next.querySelectorAll('.pager-more, .pager'))
    history.replaceState(history.state, '', href)
    shown = href
    fresh[0]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    announceResult()
  }, href)

const pathOf = ({ pathname, search }: URL): string => pathname + search

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(`${REGION} a`)
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const url = new URL(link.href)
  // Another city changes more than the list.
  if (!isHere(url) || link.dataset['setCity'] !== undefined) return
  event.preventDefault()
  void (link.dataset['more'] === undefined ? go(pathOf(url), link) : appendMore(pathOf(url)))
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'get' || !form.closest(REGION)) return
  const url = new URL(form.action)
  if (!isHere(url)) return
  event.preventDefault()
  const query = new URLSearchParams()
  const data = new FormData(form)
  const values = data.getAll('f[]')
  if (values.length > 0) query.set('f', values.join('|'))
  for (const [name, value] of data) if (name !== 'f[]' && typeof value === 'string' && value !== '') query.set(name, value)
  void go(query.size > 0 ? `${url.pathname}?${query}` : url.pathname, form)
})

addEventListener('popstate', () => {
  const here = location.pathname + location.search
  // Closing a dialog also triggers popstate, with the same URL.
  if (here === shown || !region()) return
  const to = scrollPositions.get(here) ?? 0
  scrollPositions.set(shown, scrollY)
  void busy(async () => {
    if (await replace(here, null)) scrollTo(0, to)
  }, here)
})

document.documentElement.dataset['lists'] = 'live'
