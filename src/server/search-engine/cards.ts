import { SUPPLIER_KINDS, type SupplierKind } from '#domain/enums.ts'
import { ID, MARKS, PRICE, PROPERTIES, wasSoldOut, WIDTH, type ProductList } from '#server/catalogue-memory/product-lists.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { ListsBySupplier, Meant } from './find-meant.ts'
import type { MarketIndex } from './market-index.ts'
import type { Found } from './texts.ts'

/** A product that a term finds, with the numbers it is filtered and sorted by. */
export interface Offer {
  id: number
  supplier: DirectorySupplier
  price: number
  marks: number
  isSoldOut: boolean
  /** 0: open and delivers; 1: closed; 2: does not deliver. */
  access: Access
}
export type Access = 0 | 1 | 2
export const OPEN = 0
export const CLOSED = 1
export const ELSEWHERE = 2

/** Products with the same name in all languages, at suppliers of one kind: one card. The best offer comes first. */
export interface FoundCard {
  /** The best of its texts. */
  text: number
  score: number
  offers: Offer[]
}
export interface FoundCards {
  /** Best first, at most MAX_CARDS. */
  cards: FoundCard[]
  /** Matching products of each supplier. */
  sold: ReadonlyMap<number, { score: number; count: number }>
  /** Number of matching products of suppliers that do not deliver and were left out. */
  elsewhere: number
}

/** Texts beyond these are not shown; a term with so many is too general. */
const MAX_CARDS = 3_000
/** Cards of what comes here before those that are sold only elsewhere. */
const FIRST_ROW = 4

export interface CardRequest {
  lists: ListsBySupplier
  accessOf: (supplier: DirectorySupplier) => Access
  accepts: (offer: Offer) => boolean
  kind: SupplierKind | 'all'
  /** Leaves out products of suppliers that do not deliver, while there are others. */
  onlyNear: boolean
}

/** Groups the products that a term finds, those that can be ordered first. */
export const cardsFound = (index: MarketIndex, found: Meant, request: CardRequest): FoundCards => {
  const { far, ...near } = groupOffers(index, found, request, request.onlyNear)
  if (near.elsewhere === 0) return near
  if (near.cards.length === 0) return groupOffers(index, found, request, false)
  const shown = worthFetching(index, found, near.cards, far)
  return {
    ...near,
    cards: [...near.cards.slice(0, FIRST_ROW), ...shown, ...near.cards.slice(FIRST_ROW)],
    elsewhere: near.elsewhere - shown.reduce((sum, { offers }) => sum + offers.length, 0)
  }
}

/** What does not come here and is shown all the same: everything when little comes here, else what is called exactly so when nothing here is. */
const worthFetching = (
  { productTexts }: MarketIndex,
  { words }: Meant,
  near: readonly FoundCard[],
  far: readonly FoundCard[]
): readonly FoundCard[] => {
  if (near.length < FIRST_ROW) return far
  const isNamed = ({ text }: FoundCard): boolean => productTexts.isName(text, words)
  return near.some(isNamed) ? [] : far.filter(isNamed).slice(0, FIRST_ROW)
}

const groupOffers = (
  index: MarketIndex,
  { products: texts, properties, literal, within }: Meant,
  { lists, accessOf, accepts, kind }: CardRequest,
  onlyNear: boolean
): FoundCards & { far: FoundCard[] } => {
  const { products: all, market, productTexts } = index
  const groups = new Map<number, FoundCard>()
  const distant = new Map<number, FoundCard>()
  const sold = new Map<number, { score: number; count: number }>()
  let elsewhere = 0
  for (const [rank, { text, score }] of texts.entries()) {
    const name = productTexts.nameKeyOf(text) * SUPPLIER_KINDS.length
    for (let at = all.starts[text] ?? 0; at < (all.starts[text + 1] ?? 0); at += 1) {
      const supplier = market.byId.get(all.suppliers[at] ?? 0)
      if (!supplier || (kind !== 'all' && supplier.kind !== kind) || (within && !within.has(supplier.id))) continue
      const offer = offerOf(supplier, all.products[at] ?? 0, lists.get(supplier.id), accessOf(supplier))
      if (!offer || (rank >= literal && (offer.properties & properties) !== properties) || !accepts(offer)) continue
      const key = name + SUPPLIER_KINDS.indexOf(supplier.kind)
      if (onlyNear && offer.access === ELSEWHERE) {
        elsewhere += 1
        addTo(distant, key, { text, score }, offer)
        continue
      }
      const own = sold.get(supplier.id)
      if (own) own.count += 1
      else sold.set(supplier.id, { score, count: 1 })
      addTo(groups, key, { text, score }, offer)
    }
  }
  const far = new Map([...distant].filter(([key]) => !groups.has(key)))
  return { cards: inOrder(groups), far: inOrder(far), sold, elsewhere }
}

const addTo = (groups: Map<number, FoundCard>, key: number, found: Found, offer: Offer): void => {
  const group = groups.get(key)
  if (group) group.offers.push(offer)
  else if (groups.size < MAX_CARDS) groups.set(key, { ...found, offers: [offer] })
}

const inOrder = (groups: ReadonlyMap<number, FoundCard>): FoundCard[] => {
  const cards = [...groups.values()]
  for (const { offers } of cards) offers.sort(byOffer)
  return cards.sort(byCard)
}

const offerOf = (supplier: DirectorySupplier, id: number, list: ProductList | undefined, access: Access) => {
  const at = list ? indexIn(list, id) : -1
  if (!list || at < 0) return null
  const marks = list[at + MARKS] ?? 0
  return { id, supplier, price: list[at + PRICE] ?? 0, marks, isSoldOut: wasSoldOut(marks), access, properties: list[at + PROPERTIES] ?? 0 }
}

/** Lists are ordered by id. */
const indexIn = (list: ProductList, id: number): number => {
  let [low, high] = [0, list.length / WIDTH]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle * WIDTH + ID] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return list[low * WIDTH + ID] === id ? low * WIDTH : -1
}

/** What can be ordered now, then what opens later, then what does not come here; sold out last. */
const readiness = ({ access, isSoldOut }: Offer): number =>
  (access === ELSEWHERE ? 4 : 0) + (isSoldOut ? 2 : 0) + (access === CLOSED ? 1 : 0)
export const byOffer = (a: Offer, b: Offer): number => readiness(a) - readiness(b) || a.price - b.price || a.id - b.id
const readinessOf = ({ offers: [best] }: FoundCard): number => (best ? readiness(best) : 8)
const byCard = (a: FoundCard, b: FoundCard): number => readinessOf(a) - readinessOf(b) || b.score - a.score
