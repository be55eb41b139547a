import type { FoundProduct, OtherOffer } from '#contract/search/calls.ts'
import { toAmd } from '#domain/money.ts'
import { toIso, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { CLOSED, ELSEWHERE, OPEN, type FoundCard, type Offer } from '#server/search-engine/cards.ts'
import type { MarketSearch } from './find-market.ts'
import { cardsOf, readRows, type FoundRow } from './read-cards.ts'

/** Further offers of a card that are listed; their number is not limited. */
const MAX_OTHERS = 12

/** Reads a page of results. An offer that sold out since the lists were read gives way to the next, and tickets for later to those for sooner. */
export const foundProducts = async (
  ctx: Context,
  { index }: MarketSearch,
  cards: readonly FoundCard[]
): Promise<{ products: FoundProduct[]; rows: FoundRow[] }> => {
  const listed = cards.map(({ offers }) => offers.slice(0, MAX_OTHERS + 1))
  const all = await readRows(
    ctx,
    listed.flat().map(({ id }) => id)
  )
  const byId = new Map(all.map((row) => [row.id, row]))
  const isLast = ({ id, access }: Offer): number => (access === ELSEWHERE ? 2 : 0) + (byId.get(id)?.stock === 0 ? 1 : 0)
  const timeOf = ({ id }: Offer): Instant => byId.get(id)?.admissionAt ?? 0
  const ready = listed
    .map((offers) => offers.filter(({ id }) => byId.has(id)).sort((a, b) => isLast(a) - isLast(b) || timeOf(a) - timeOf(b)))
    .filter((offers) => offers.length > 0)
    .sort(([a], [b]) => (a && b ? Math.sign(isLast(a) - isLast(b)) : 0))
  const best = ready.flatMap(([first]) => (first ? (byId.get(first.id) ?? []) : []))
  const shown = new Map(cardsOf(ctx, index, best).map((card) => [card.id, card]))
  const products = ready.flatMap(([first, ...rest]) => {
    const card = first && shown.get(first.id)
    if (!card) return []
    const others = rest.map((offer) => otherOffer(ctx, offer, byId.get(offer.id)))
    return [
      {
        ...card,
        delivers: first.access !== ELSEWHERE,
        open: first.access === OPEN,
        others,
        priceFrom: Math.min(card.price, ...others.map(({ price }) => price))
      }
    ]
  })
  return { products, rows: best }
}

const otherOffer = (ctx: Context, { id, supplier, price, access }: Offer, row: FoundRow | undefined): OtherOffer => ({
  id,
  price: toAmd(row?.price ?? price),
  ...(row?.admissionAt && { admissionAt: toIso(row.admissionAt) }),
  supplierName: supplier.name[ctx.locale],
  open: access === OPEN,
  delivers: access === OPEN || access === CLOSED
})
