import type { SearchFilters, SearchFound } from '#contract/search/calls.ts'
import { PRODUCT_SORTINGS, SUPPLIER_KINDS, supplierKindOfType } from '#domain/enums.ts'
import { fromAmd, toAmd } from '#domain/money.ts'
import { SEARCH_TABS, TAB_OF_KIND, type SearchTab } from '#domain/search/tabs.ts'
import { discountOf, isNew } from '#server/catalogue-memory/product-lists.ts'
import type { Context } from '#server/context.ts'
import { byOffer, cardsFound, ELSEWHERE, OPEN, type FoundCard, type Offer } from '#server/search-engine/cards.ts'
import { supplierCard } from '#server/services/catalogue/supplier-card.ts'
import { fail } from '#server/services/core/fail.ts'
import { findMarket, type MarketSearch } from './find-market.ts'
import { suppliersFound } from './found-suppliers.ts'
import { foundProducts } from './found-products.ts'
import { meantBy } from './meant-by.ts'

type SearchQuery = SearchFilters & { term: string; supplierType: number; take: number; skip: number }

/** Returns products and suppliers for a term (GET /search). */
export const search = async (ctx: Context, query: SearchQuery): Promise<SearchFound> => {
  const { term, supplierType, take, skip } = query
  const kind = supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const searched = await findMarket(ctx, term, query)
  const { index, found, area, accessOf } = searched
  const prices = { min: Infinity, max: 0 }
  const accepts = accepting(query, prices)
  const { cards, sold, elsewhere } = cardsFound(index, found, { ...searched, accepts, kind: 'all', onlyNear: !query.anywhere })
  const all = suppliersFound(searched, sold).filter(({ supplier, named }) => !query.openNow || !named || accessOf(supplier) === OPEN)
  const suppliers = kind === 'all' ? all : all.filter(({ supplier }) => supplier.kind === kind)
  const own = sorted(kind === 'all' ? cards : cards.filter(({ offers: [best] }) => best?.supplier.kind === kind), query.o)
  const { products, rows } = await foundProducts(ctx, searched, own.slice(skip, skip + take))
  const countOf = (tab: SearchTab): number => {
    const only = SUPPLIER_KINDS.find((candidate) => TAB_OF_KIND[candidate] === tab)
    if (only) return all.filter(({ supplier }) => supplier.kind === only).length
    return tab === 'all' ? all.length + cards.length : cards.length
  }
  return {
    term,
    didYouMean: await meantBy(ctx, index, found, rows, suppliers),
    productCount: own.length,
    supplierCount: suppliers.length,
    count: own.length + suppliers.length,
    groups: SEARCH_TABS.map((tab) => ({ tab, count: countOf(tab) })),
    suppliers: suppliers
      .slice(skip, skip + take)
      .map(({ supplier }) => supplierCard(supplier, ctx.locale, ctx.now(), area.point, area.branchesOf(supplier))),
    products,
    leads: leadsOf(searched, cards),
    city: area.city,
    elsewhereCount: elsewhere,
    minPrice: prices.max === 0 ? 0 : toAmd(prices.min),
    maxPrice: toAmd(prices.max)
  }
}

/** Returns the filter of a query; notes the prices of what it would accept at any price. */
const accepting = ({ openNow, dc, min, max }: SearchQuery, prices: { min: number; max: number }) => {
  const [low, high] = [fromAmd(min ?? 0), max === undefined ? Infinity : fromAmd(max)]
  return ({ access, price, marks }: Offer): boolean => {
    if (openNow && access !== OPEN) return false
    if (dc && discountOf(marks) === 0) return false
    if (access !== ELSEWHERE) {
      prices.min = Math.min(prices.min, price)
      prices.max = Math.max(prices.max, price)
    }
    return price >= low && price <= high
  }
}

type Rank = (offer: Offer) => number
const RANKS: Partial<Record<number, Rank>> = {
  [PRODUCT_SORTINGS.priceUp]: ({ price }) => price,
  [PRODUCT_SORTINGS.priceDown]: ({ price }) => -price,
  [PRODUCT_SORTINGS.discount]: ({ marks }) => -discountOf(marks),
  [PRODUCT_SORTINGS.newest]: ({ marks }) => (isNew(marks) ? 0 : 1)
}

/** A requested order is that of all products that come here; sold out ones and those from elsewhere stay last. */
const sorted = (cards: readonly FoundCard[], sorting: number | undefined): readonly FoundCard[] => {
  const rank = sorting === undefined ? undefined : RANKS[sorting]
  if (!rank) return cards
  const isLast = ({ access, isSoldOut }: Offer): number => (access === ELSEWHERE ? 2 : 0) + (isSoldOut ? 1 : 0)
  const best = cards.map(({ offers, ...card }) => ({
    ...card,
    offers: offers.toSorted((a, b) => isLast(a) - isLast(b) || rank(a) - rank(b) || byOffer(a, b))
  }))
  const keyOf = ({ offers: [one] }: FoundCard): readonly [number, number] => (one ? [isLast(one), rank(one)] : [3, 0])
  return best
    .map((card) => ({ card, key: keyOf(card) }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || b.card.score - a.card.score)
    .map(({ card }) => card)
}

/** Minimum score of a supplier's name that makes it, rather than products, what was asked for. */
const LEADING_SCORE = 1.2

const leadsOf = ({ found, index }: MarketSearch, cards: readonly FoundCard[]): SearchFound['leads'] => {
  if (cards.length === 0 || found.asked) return 'suppliers'
  const named = found.suppliers.some(({ text, score }) => score >= LEADING_SCORE && index.supplierTexts.isName(text, found.words))
  return named && !found.within ? 'suppliers' : 'products'
}
