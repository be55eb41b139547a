import type { QuickView, QuickViewQuery } from '#contract/home/calls.ts'
import type { CampaignCard } from '#contract/info/calls.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { appBarIdOf, giftPriceBounds, type AppBarId } from '#domain/home.ts'
import type { Context } from '#server/context.ts'
import { listSuppliers } from '#server/services/catalogue/list-suppliers.ts'
import { servingNow, type ServingNow } from '#server/services/catalogue/serving-now.ts'
import { fail } from '#server/services/core/fail.ts'
import { appBarTile } from './app-bar.ts'
import { loadOccasions, type OccasionRow } from './load-blocks.ts'
import { orderedProducts, selectProducts } from './collection-products.ts'

/** Limit of suppliers; the listing shows the others. */
const MAX_SUPPLIERS = 12
type Found = Partial<Pick<QuickView, 'items' | 'totalCount' | 'isMore' | 'suppliers' | 'campaigns' | 'occasions' | 'needsSignIn'>>

/** Returns the content of an app-bar category (GET /categories/app-bar/quick-view/{id}); NOT_FOUND for an unknown name or number. */
export const quickView = async (ctx: Context, name: string, query: QuickViewQuery, campaigns: CampaignCard[]): Promise<QuickView> => {
  const id = appBarIdOf(name)
  if (!id) throw fail('NOT_FOUND')
  const { picture: _, ...tile } = appBarTile(id, ctx.locale)
  const serving = servingNow(await ctx.directory.read(), query.city, ctx.now())
  const found = await FOUND[id](ctx, { ...query, serving }, campaigns)
  return { ...tile, items: [], totalCount: 0, suppliers: [], campaigns: [], occasions: [], needsSignIn: false, ...found }
}

type Query = QuickViewQuery & { serving: ServingNow }

const FOUND: Record<AppBarId, (ctx: Context, query: Query, campaigns: CampaignCard[]) => Promise<Found>> = {
  'new-on-buy': async (ctx, query) => {
    const [page, { items: suppliers }] = await Promise.all([
      selectProducts(ctx, { rule: 'new', serving: query.serving }, query),
      listSuppliers(ctx, { type: SUPPLIER_TYPE.all, isNew: true, skip: 0, take: MAX_SUPPLIERS, city: query.serving.city })
    ])
    return { ...page, suppliers }
  },
  'hot-deals': (ctx, query) => selectProducts(ctx, { rule: 'deals', serving: query.serving }, query),
  'buy-it-again': async (ctx, query) => (ctx.actor.kind === 'user' ? orderedProducts(ctx, ctx.actor.userId, query) : { needsSignIn: true }),
  'find-gift': findGift,
  'gift-cards': async (ctx, query) => {
    const list = { type: SUPPLIER_TYPE.giftCard, skip: 0, take: MAX_SUPPLIERS, city: query.serving.city }
    const { items: suppliers } = await listSuppliers(ctx, list)
    const supplierIds = suppliers.map(({ id }) => id)
    return { ...(await selectProducts(ctx, { supplierIds, serving: query.serving }, query)), suppliers }
  },
  'get-bonuses': async (ctx, query, campaigns) => ({
    ...(await selectProducts(ctx, { rule: 'plus_points', serving: query.serving }, query)),
    campaigns: campaigns.filter(({ running, promoCode }) => running && promoCode === null)
  }),
  'unlock-promocode': (_ctx, _query, campaigns) => Promise.resolve({ campaigns })
}

/** Returns products in a price band, of suppliers whose categories suit an occasion, or of all. */
async function findGift(ctx: Context, { occasion, price, serving, ...page }: Query): Promise<Found> {
  const occasions = await loadOccasions(ctx)
  const selected = occasion === undefined ? occasions : occasions.filter(({ key }) => key === occasion)
  if (occasion !== undefined && selected.length === 0) throw fail('NOT_FOUND')
  const supplierIds = await suppliersFor(ctx, selected)
  const bounds = price ? giftPriceBounds(price) : {}
  return {
    ...(supplierIds.length > 0 ? await selectProducts(ctx, { supplierIds, serving, ...bounds }, page) : {}),
    occasions: occasions.map(({ key, content: { name, picture } }) => ({ key, name: name[ctx.locale], picture }))
  }
}

const suppliersFor = async (ctx: Context, occasions: readonly OccasionRow[]): Promise<number[]> => {
  const keys = new Set(occasions.flatMap(({ content }) => content.categories))
  const { suppliers } = await ctx.directory.read()
  return suppliers.filter(({ categories }) => categories.some(({ key }) => keys.has(key))).map(({ id }) => id)
}
