import type { Context } from '#server/context.ts'
import { slot } from '#server/cache.ts'
import { readProductLists } from '#server/catalogue-memory/product-lists.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { CLOSED, ELSEWHERE, OPEN, type Access } from '#server/search-engine/cards.ts'
import { findMeant, type ListsBySupplier, type Meant } from '#server/search-engine/find-meant.ts'
import { marketIndex, type MarketIndex } from '#server/search-engine/market-index.ts'
import { areaOf, servesNow, type Area, type AreaQuery } from '#server/services/catalogue/area.ts'

/** A term searched in the market, for an area. */
export interface MarketSearch {
  index: MarketIndex
  found: Meant
  lists: ListsBySupplier
  area: Area
  accessOf: (supplier: DirectorySupplier) => Access
}

const LISTS = slot<Promise<ListsBySupplier>>('product lists by supplier')

const listsOf = (ctx: Context, market: Snapshot): Promise<ListsBySupplier> =>
  market.cache.load(LISTS, async () => {
    const lists = await readProductLists(ctx.readDb, market, market.suppliers)
    return new Map(market.suppliers.map(({ id }, at) => [id, lists[at] ?? new Int32Array(0)]))
  })

export const findMarket = async (ctx: Context, term: string, place: AreaQuery, typing = false): Promise<MarketSearch> => {
  const index = await marketIndex(ctx)
  const lists = await listsOf(ctx, index.market)
  const area = areaOf(index.market, place)
  const now = ctx.now()
  const access = new Map<number, Access>()
  return {
    index,
    found: findMeant(index, term, { locale: ctx.locale, typing, lists }),
    lists,
    area,
    accessOf: (supplier) => {
      const cached = access.get(supplier.id)
      if (cached !== undefined) return cached
      const { delivers, open } = servesNow(area, supplier, now)
      const own = delivers ? (open ? OPEN : CLOSED) : ELSEWHERE
      access.set(supplier.id, own)
      return own
    }
  }
}
