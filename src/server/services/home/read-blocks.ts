import type { Banner, HomeBlock, TeaserCategory } from '#contract/home/calls.ts'
import type { CampaignCard } from '#contract/info/calls.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { LISTING_PATH, SUPPLIER_KINDS, SUPPLIER_SORTINGS, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { isHomeSection, SECTION_PICTURES, type BlockType, type HomeSection } from '#domain/home.ts'
import type { Context } from '#server/context.ts'
import { getTranslator } from '#i18n/translate.ts'
import { readCategories } from '#server/services/catalogue/category-tree.ts'
import { listSuppliers } from '#server/services/catalogue/list-suppliers.ts'
import { servingNow, type ServingNow } from '#server/services/catalogue/serving-now.ts'
import { fail } from '#server/services/core/fail.ts'
import { appBarTile } from './app-bar.ts'
import type { BannerContent, BlockContents } from './block-content.ts'
import { loadBlocks, type BlockRow } from './load-blocks.ts'
import { collectionProducts, selectProducts } from './collection-products.ts'
import { readBrands } from './read-brands.ts'

const TAKE = 12
/** Read for a block, so that it is full without what an earlier block shows. */
const CANDIDATES = 2 * TAKE

/** Returns the blocks of a page by its alias, filled with what is delivered to a city; empty ones are left out (GET /home/{alias}). NOT_FOUND for an unknown alias. */
export const readBlocks = async (
  ctx: Context,
  alias: string,
  city: string | undefined,
  campaigns: readonly CampaignCard[]
): Promise<{ alias: string; blocks: HomeBlock[] }> => {
  if (!isHomeSection(alias)) throw fail('NOT_FOUND')
  const rows = await loadBlocks(ctx, alias)
  const serving = servingNow(await ctx.directory.read(), city, ctx.now())
  const blocks = await Promise.all(rows.map((row) => fillBlock(ctx, row, { campaigns, serving })))
  const kind = KIND_OF[alias]
  const list = kind && { type: SUPPLIER_TYPE[kind], skip: 0, take: FIRST_LISTED, city: serving.city }
  const listed = list ? (await listSuppliers(ctx, list)).items : []
  return { alias, blocks: withoutRepeats(rows, blocks, new Set(listed.map(({ id }) => id))) }
}

type Filled<T extends BlockType> = Omit<Extract<HomeBlock, { type: T }>, 'key' | 'type' | 'size' | 'title' | 'href'> | null
type Fillers = {
  [T in BlockType]: (ctx: Context, content: BlockContents[T], now: Now) => Promise<Filled<T>> | Filled<T>
}
/** What blocks are filled with besides the market. */
interface Now {
  campaigns: readonly CampaignCard[]
  serving: ServingNow
}

/** The list below the blocks of a section, and how many of it are seen without much scrolling. */
const KIND_OF: Partial<Record<HomeSection, SupplierKind>> = {
  restaurants: 'restaurant',
  supermarkets: 'store',
  shops: 'shop',
  pharmacies: 'pharmacy'
}
const FIRST_LISTED = 8

/**
 * Leaves out of blocks made by a rule what an earlier block of the page shows, and blocks that are then empty; also new suppliers that all
 * stand at the start of the list below (`listed`).
 */
const withoutRepeats = (rows: readonly BlockRow[], blocks: readonly (HomeBlock | null)[], listed: ReadonlySet<number>): HomeBlock[] => {
  const shown = new Set<string>()
  const firstOf = <Item extends { id: number }>(kind: string, items: readonly Item[], isRule: boolean): Item[] => {
    const rest = isRule ? items.filter(({ id }) => !shown.has(`${kind}${id}`)).slice(0, TAKE) : [...items]
    for (const { id } of rest) shown.add(`${kind}${id}`)
    return rest
  }
  return blocks.flatMap((block, index): HomeBlock[] => {
    if (!block) return []
    const content = rows[index]?.content
    const isRule = content !== undefined && 'of' in content && content.of !== undefined
    const suppliers = 'suppliers' in block ? firstOf('supplier ', block.suppliers, isRule) : []
    const products = 'products' in block ? firstOf('product ', block.products, isRule) : []
    const isNew = isRule && 'sorting' in content && content.sorting === SUPPLIER_SORTINGS.new
    if (isNew && suppliers.every(({ id }) => listed.has(id))) return []
    if (block.type === 'manufacturer-slider') return suppliers.length > 0 ? [{ ...block, suppliers }] : []
    if (block.type === 'article-slider') return products.length > 0 ? [{ ...block, products }] : []
    return [block]
  })
}

const fillBlock = async (ctx: Context, { key, type, size, content }: BlockRow, now: Now): Promise<HomeBlock | null> => {
  // Each type has its own content; the compiler cannot follow the pair through the union.
  const fill = FILLERS[type] as (ctx: Context, content: object, now: Now) => Promise<object | null> | object | null
  const filled = await fill(ctx, content, now)
  return filled && ({ key, type, size, title: content.title?.[ctx.locale] ?? null, href: content.href ?? null, ...filled } as HomeBlock)
}

const bannerOf = (ctx: Context, { title, text, action, href, pictures, hue }: BannerContent): Banner => ({
  title: title[ctx.locale],
  text: text?.[ctx.locale] ?? '',
  action: action[ctx.locale],
  href,
  pictures,
  hue
})

const CAMPAIGN_HUE = 280
const campaignBanner = (ctx: Context, { slug, title, picture }: CampaignCard): Banner => ({
  title,
  text: '',
  action: getTranslator(ctx.locale)('home:readMore'),
  href: `/campaigns/${slug}`,
  pictures: [picture],
  hue: CAMPAIGN_HUE
})

const categoriesOf = async (ctx: Context, kind: SupplierKind, { city }: ServingNow): Promise<TeaserCategory[]> =>
  (await readCategories(ctx, kind, city)).map(({ key, name, picture, suppliersCount }) => ({
    key,
    name,
    picture,
    suppliersCount,
    href: `${LISTING_PATH[kind]}?category=${key}`
  }))

const sections = (ctx: Context, { suppliers }: ServingNow): TeaserCategory[] => {
  const t = getTranslator(ctx.locale)
  return SUPPLIER_KINDS.map((kind) => ({
    key: kind,
    name: t(`catalogue:${kind}`),
    picture: SECTION_PICTURES[kind],
    href: LISTING_PATH[kind],
    suppliersCount: suppliers.filter((supplier) => supplier.kind === kind).length
  }))
}

/** Returns suppliers named by an editor that deliver to the city, in that order, open ones first. */
const collectionSuppliers = async (ctx: Context, ids: readonly number[], serving: ServingNow): Promise<SupplierCard[]> => {
  const { byId } = await ctx.directory.read()
  const delivering = ids.filter((id) => {
    const supplier = byId.get(id)
    return supplier && serving.delivers(supplier)
  })
  const query = { type: SUPPLIER_TYPE.all, ids: delivering.join('|'), skip: 0, take: delivering.length, city: serving.city }
  const { items } = delivering.length > 0 ? await listSuppliers(ctx, query) : { items: [] }
  return delivering.flatMap((id) => items.find((one) => one.id === id) ?? []).sort((a, b) => a.open.status - b.open.status)
}

const FILLERS: Fillers = {
  'banner-slider': (ctx, { banners, campaigns: maxCampaigns }, { campaigns }) => {
    const [first, ...rest] = banners.map((banner) => bannerOf(ctx, banner))
    const running = campaigns.filter((campaign) => campaign.running).slice(0, maxCampaigns)
    return { banners: [...(first ? [first] : []), ...running.map((campaign) => campaignBanner(ctx, campaign)), ...rest] }
  },
  'app-bar': (ctx, { categories }) => ({ tiles: categories.map((id) => appBarTile(id, ctx.locale)) }),
  'category-teaser': async (ctx, { of, categories: keys }, { serving }) => {
    if (of === 'sections') return { look: 'sections', categories: sections(ctx, serving) }
    const all = (await categoriesOf(ctx, of, serving)).filter(({ suppliersCount }) => suppliersCount > 0)
    const categories = keys.length > 0 ? keys.flatMap((key) => all.find((candidate) => candidate.key === key) ?? []) : all
    return categories.length > 0 ? { look: 'categories', categories } : null
  },
  'item-management-category-teaser': async (ctx, { category: key, suppliers: ids, products: collection }, { serving }) => {
    const { categories } = await ctx.directory.read()
    const kind = categories.find((category) => category.key === key)?.kind
    const category = kind && (await categoriesOf(ctx, kind, serving)).find((candidate) => candidate.key === key)
    const [suppliers, products] = await Promise.all([collectionSuppliers(ctx, ids, serving), collectionProducts(ctx, collection, serving)])
    return category && suppliers.length + products.length > 0 ? { category, suppliers, products } : null
  },
  banner: (ctx, { banner }) => ({ banner: bannerOf(ctx, banner) }),
  'html-code': (ctx, { html }) => ({ html: html[ctx.locale] }),
  'info-code': (ctx, { facts }) => ({
    facts: facts.map(({ picture, title, text, href }) => ({
      picture: picture ?? null,
      title: title[ctx.locale],
      text: text[ctx.locale],
      href: href ?? null
    }))
  }),
  'manufacturer-slider': async (ctx, { of, open, sorting, suppliers: ids }, { serving }) => {
    if (!of) {
      const suppliers = await collectionSuppliers(ctx, ids, serving)
      return suppliers.length > 0 ? { suppliers, closed: false } : null
    }
    // A block of new suppliers holds no others.
    const order = sorting === SUPPLIER_SORTINGS.new ? { isNew: true } : sorting ? { sorting } : {}
    const query = { type: SUPPLIER_TYPE[of], skip: 0, take: CANDIDATES, city: serving.city, ...order }
    const now = open ? (await listSuppliers(ctx, { ...query, openNow: true })).items : []
    const suppliers = now.length > 0 ? now : (await listSuppliers(ctx, query)).items
    return suppliers.length > 0 ? { suppliers, closed: open && now.length === 0 } : null
  },
  'article-slider': async (ctx, { of, kind, products: collection }, { serving }) => {
    const supplierIds = kind && serving.suppliers.filter((supplier) => supplier.kind === kind).map(({ id }) => id)
    const products = of
      ? (await selectProducts(ctx, { rule: of, serving, supplierIds }, { skip: 0, take: CANDIDATES }, false)).items
      : await collectionProducts(ctx, collection, serving)
    return products.length > 0 ? { products } : null
  },
  'brand-slider': (ctx, { brands }) => readBrands(ctx, brands)
}
