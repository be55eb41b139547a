import type { Banner, HomeBlock, TeaserCategory } from '#contract/home/calls.ts'
import type { CampaignCard } from '#contract/info/calls.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { LISTING_PATH, SUPPLIER_KINDS, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { isHomeSection, SECTION_PICTURES, type BlockType } from '#domain/home.ts'
import type { Context } from '#server/context.ts'
import { getTranslator } from '#i18n/translate.ts'
import { readCategories } from '#server/services/catalogue/category-tree.ts'
import { listSuppliers } from '#server/services/catalogue/list-suppliers.ts'
import { supplierCard } from '#server/services/catalogue/supplier-card.ts'
import { fail } from '#server/services/core/fail.ts'
import { appBarTile } from './app-bar.ts'
import type { BannerContent, BlockContents } from './block-content.ts'
import { loadBlocks, type BlockRow } from './load-blocks.ts'
import { collectionProducts, selectProducts } from './collection-products.ts'
import { readBrands } from './read-brands.ts'

const TAKE = 12

/** Returns the blocks of a page by its alias, filled; empty ones are left out (GET /home/{alias}). NOT_FOUND for an unknown alias. */
export const readBlocks = async (
  ctx: Context,
  alias: string,
  campaigns: readonly CampaignCard[]
): Promise<{ alias: string; blocks: HomeBlock[] }> => {
  if (!isHomeSection(alias)) throw fail('NOT_FOUND')
  const rows = await loadBlocks(ctx, alias)
  const blocks = await Promise.all(rows.map((row) => fillBlock(ctx, row, campaigns)))
  return { alias, blocks: blocks.filter((block) => block !== null) }
}

type Filled<T extends BlockType> = Omit<Extract<HomeBlock, { type: T }>, 'key' | 'type' | 'size' | 'title' | 'href'> | null
type Fillers = {
  [T in BlockType]: (ctx: Context, content: BlockContents[T], campaigns: readonly CampaignCard[]) => Promise<Filled<T>> | Filled<T>
}

const fillBlock = async (
  ctx: Context,
  { key, type, size, content }: BlockRow,
  campaigns: readonly CampaignCard[]
): Promise<HomeBlock | null> => {
  // Each type has its own content; the compiler cannot follow the pair through the union.
  const fill = FILLERS[type] as (
    ctx: Context,
    content: object,
    campaigns: readonly CampaignCard[]
  ) => Promise<object | null> | object | null
  const filled = await fill(ctx, content, campaigns)
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

const categoriesOf = async (ctx: Context, kind: SupplierKind): Promise<TeaserCategory[]> =>
  (await readCategories(ctx, kind)).map(({ key, name, picture, suppliersCount }) => ({
    key,
    name,
    picture,
    suppliersCount,
    href: `${LISTING_PATH[kind]}?category=${key}`
  }))

const sections = async (ctx: Context): Promise<TeaserCategory[]> => {
  const { byKind } = await ctx.directory.read()
  const t = getTranslator(ctx.locale)
  return SUPPLIER_KINDS.map((kind) => ({
    key: kind,
    name: t(`catalogue:${kind}`),
    picture: SECTION_PICTURES[kind],
    href: LISTING_PATH[kind],
    suppliersCount: byKind.get(kind)?.length ?? 0
  }))
}

/** Returns suppliers named by an editor, in that order, without withdrawn ones. */
const collectionSuppliers = async (ctx: Context, ids: readonly number[]): Promise<SupplierCard[]> => {
  const { byId } = await ctx.directory.read()
  return ids.flatMap((id) => byId.get(id) ?? []).map((supplier) => supplierCard(supplier, ctx.locale, ctx.now(), null))
}

const FILLERS: Fillers = {
  'banner-slider': (ctx, { banners, campaigns: maxCampaigns }, campaigns) => {
    const [first, ...rest] = banners.map((banner) => bannerOf(ctx, banner))
    const running = campaigns.filter((campaign) => campaign.running).slice(0, maxCampaigns)
    return { banners: [...(first ? [first] : []), ...running.map((campaign) => campaignBanner(ctx, campaign)), ...rest] }
  },
  'app-bar': (ctx, { categories }) => ({ tiles: categories.map((id) => appBarTile(id, ctx.locale)) }),
  'category-teaser': async (ctx, { of, categories: keys }) => {
    if (of === 'sections') return { look: 'sections', categories: await sections(ctx) }
    const all = await categoriesOf(ctx, of)
    const categories = keys.length > 0 ? keys.flatMap((key) => all.find((candidate) => candidate.key === key) ?? []) : all
    return categories.length > 0 ? { look: 'categories', categories } : null
  },
  'item-management-category-teaser': async (ctx, { category: key, suppliers: ids, products: collection }) => {
    const { categories } = await ctx.directory.read()
    const kind = categories.find((category) => category.key === key)?.kind
    const category = kind && (await categoriesOf(ctx, kind)).find((candidate) => candidate.key === key)
    const [suppliers, products] = await Promise.all([collectionSuppliers(ctx, ids), collectionProducts(ctx, collection)])
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
  'manufacturer-slider': async (ctx, { of, open, sorting, suppliers: ids }) => {
    if (!of) {
      const suppliers = await collectionSuppliers(ctx, ids)
      return suppliers.length > 0 ? { suppliers, closed: false } : null
    }
    const query = { type: SUPPLIER_TYPE[of], skip: 0, take: TAKE, ...(sorting ? { sorting } : {}) }
    const now = open ? (await listSuppliers(ctx, { ...query, openNow: true })).items : []
    const suppliers = now.length > 0 ? now : (await listSuppliers(ctx, query)).items
    return suppliers.length > 0 ? { suppliers, closed: open && now.length === 0 } : null
  },
  'article-slider': async (ctx, { of, kind, products: collection }) => {
    const { byKind } = await ctx.directory.read()
    const supplierIds = kind && (byKind.get(kind) ?? []).map(({ id }) => id)
    const products = of
      ? (await selectProducts(ctx, { rule: of, supplierIds }, { skip: 0, take: TAKE }, false)).items
      : await collectionProducts(ctx, collection)
    return products.length > 0 ? { products } : null
  },
  'brand-slider': (ctx, { brands }) => readBrands(ctx, brands)
}
