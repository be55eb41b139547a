import { formatDistance, formatMinutes } from '#domain/time/date-format.ts'
import { SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { coarsePoint } from '#domain/listing.ts'
import { formatAmd } from '#domain/money.ts'
import { readPublic } from '#client/read-public.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { all, locale } from '#page-scripts/text.ts'
import { locationPoint } from '#page-scripts/saved-state.ts'

/** Updates supplier cards for the delivery location: distance, minutes and price replace the page's general values. */
const CARDS = '[data-supplier]'
const loadedCards = new Map<string, SupplierCard>()
let loadedPoint = ''
const MAX_CARDS = 200

const write = (card: HTMLElement, { near, delivery }: SupplierCard): void => {
  const setText = (name: string, text: string): void => {
    const target = card.querySelector(`[data-${name}]`)
    if (target) target.textContent = text
  }
  if (!near) return
  const { priceWords = '' } = card.querySelector<HTMLElement>('[data-price-words]')?.dataset ?? {}
  const [some = '', free = '', none = ''] = priceWords.split('|')
  const far = card.querySelector<HTMLElement>('[data-far]')
  if (far) far.textContent = formatDistance(near.km, locale)
  if (far) far.hidden = false
  setText('minutes', formatMinutes(delivery.minutesFrom, delivery.minutesTo, locale))
  setText('price-words', !near.delivers ? none : delivery.priceFrom === 0 ? free : some.replace('#', formatAmd(delivery.priceFrom, locale)))
  card.toggleAttribute('data-out-of-area', !near.delivers)
  card.toggleAttribute('data-delivers', near.delivers)
}

/** Adds the location to links of distance sortings, rounded to about a kilometre, so that many readers share a cached list. */
const addPointToLinks = (lat: number, lng: number): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-listing] a[data-by-place]')) {
    const url = new URL(link.href)
    url.searchParams.set('near', coarsePoint(lat, lng))
    link.href = url.href
  }
}

/** Sorts the list, which was made for the rounded point, by exact distance; open suppliers stay first. */
const sort = (): void => {
  const items = document.querySelector('[data-items]')
  if (!items || new URLSearchParams(location.search).get('sort') !== String(SUPPLIER_SORTINGS.distance)) return
  const rows = [...items.children]
  const rank = (row: Element): number => {
    const id = row.querySelector<HTMLElement>(CARDS)?.dataset['supplier'] ?? ''
    return (row.querySelector('.supplier-closed') ? 10_000 : 0) + (loadedCards.get(id)?.near?.km ?? 0)
  }
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b))
  if (sorted.every((row, index) => row === rows[index])) return
  const focused = document.activeElement
  items.append(...sorted)
  if (focused instanceof HTMLElement && items.contains(focused)) focused.focus({ preventScroll: true })
}

const LISTS = '[data-items], [data-sellers], .strip-suppliers'
/** Ids of the suppliers of a list of products, in its order. */
const sellersOf = (list: HTMLElement): string[] => list.dataset['sellers']?.split(',') ?? []

/** The list is put together anew: cards that only closed up would shift under the reader's finger. */
const moveToEnd = (list: HTMLElement, items: readonly HTMLElement[], away: readonly HTMLElement[]): void => {
  const ordered = [...items.filter((item) => !away.includes(item)), ...away]
  if (ordered.every((item, index) => item === items[index])) return
  const focused = document.activeElement
  list.replaceChildren(...ordered)
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true })
}

/** Hides what does not deliver to the location; at the end of a list one line says how much, and shows it there. */
const hideAway = (list: HTMLElement): void => {
  const sellers = sellersOf(list)
  // Cards carry their scripts along, which stand beside them.
  const items = [...list.querySelectorAll<HTMLElement>(':scope > :not(script)')]
  for (const [index, item] of items.entries())
    item.dataset['from'] ??=
      sellers[index] ?? (item.matches(CARDS) ? item : item.querySelector<HTMLElement>(CARDS))?.dataset['supplier'] ?? ''
  const away = items.filter(({ dataset }) => loadedCards.get(dataset['from'] ?? '')?.near?.delivers === false)
  const isShown = list.dataset['all'] !== undefined || away.length === items.length
  const words = list.dataset['away']
  if (!isShown) moveToEnd(list, items, away)
  for (const item of items) item.hidden = !isShown && away.includes(item)
  const last = list.nextElementSibling
  if (last?.matches('.away')) last.remove()
  if (isShown || away.length === 0 || words === undefined) return
  const line = document.createElement('button')
  line.className = 'chip away'
  line.type = 'button'
  line.textContent = words.replace('#', String(away.length))
  line.addEventListener('click', () => {
    list.dataset['all'] = ''
    hideAway(list)
    away[0]?.querySelector('a')?.focus({ preventScroll: true })
  })
  list.after(line)
}

const paint = async (): Promise<void> => {
  const point = locationPoint()
  const shown = document.querySelector<HTMLElement>('[data-city]')?.dataset['city']
  // The location is in another city than the one that was chosen.
  if (!point || (shown && point.city && point.city !== shown)) return
  const { lat, lng } = point
  addPointToLinks(lat, lng)
  const pointKey = `${lat},${lng}`
  if (pointKey !== loadedPoint) loadedCards.clear()
  loadedPoint = pointKey
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)]
  const sellers = all(LISTS).flatMap((list) => sellersOf(list))
  const missing = [...new Set([...cards.map((card) => card.dataset['supplier'] ?? ''), ...sellers])].filter(
    (id) => id !== '' && !loadedCards.has(id)
  )
  if (missing.length > 0) {
    const query = {
      type: SUPPLIER_TYPE.all,
      take: MAX_CARDS,
      ids: missing.slice(0, MAX_CARDS).join('|'),
      lat: Number(lat.toFixed(5)),
      lng: Number(lng.toFixed(5))
    }
    const { items } = await readPublic(catalogue.suppliers, { query }, locale)
    for (const card of items) loadedCards.set(String(card.id), card)
  }
  if (pointKey !== loadedPoint) return
  for (const card of cards) {
    const found = loadedCards.get(card.dataset['supplier'] ?? '')
    if (found) write(card, found)
  }
  sort()
  for (const list of all(LISTS)) hideAway(list)
}

// When the call fails the cards stay unchanged.
const repaint = (): void => void paint().catch(() => undefined)
for (const name of ['place:change', 'listing:change']) document.addEventListener(name, repaint)
repaint()
