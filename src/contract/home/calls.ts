import type { ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'
import type { CampaignCard } from '#contract/info/calls.ts'
import type { AppBarId, BlockSize, GiftPrice } from '#domain/home.ts'

/** A banner with text and a link. `pictures` are emoji or addresses, `hue` tints the background, `href` has no language. */
export interface Banner {
  title: string
  text: string
  action: string
  href: string
  pictures: string[]
  hue: number
}

export interface AppBarTile {
  id: AppBarId
  name: string
  about: string
  picture: string
  href: string
}

export interface TeaserCategory {
  key: string
  name: string
  picture: string | null
  href: string
  suppliersCount: number
}

export interface Fact {
  picture: string | null
  title: string
  text: string
  href: string | null
}

/** Common fields of blocks; `title` is null where the page has its own text, `href` leads to the full list. */
interface Block<Type extends string> {
  key: string
  type: Type
  size: BlockSize
  title: string | null
  href: string | null
}

/** Blocks of the home page and of section pages (spec section 2), in order, with their current content. */
export type HomeBlock =
  | (Block<'banner-slider'> & { banners: Banner[] })
  | (Block<'app-bar'> & { tiles: AppBarTile[] })
  | (Block<'category-teaser'> & { look: 'sections' | 'categories'; categories: TeaserCategory[] })
  | (Block<'item-management-category-teaser'> & { category: TeaserCategory; suppliers: SupplierCard[]; products: ProductCard[] })
  | (Block<'banner'> & { banner: Banner })
  /** Cleaned when it was saved: see services/home/clean-html.ts. */
  | (Block<'html-code'> & { html: string })
  | (Block<'info-code'> & { facts: Fact[] })
  /** `closed`: open ones were asked for and none is, so that the first of the list stand here. */
  | (Block<'manufacturer-slider'> & { suppliers: SupplierCard[]; closed: boolean })
  | (Block<'article-slider'> & { products: ProductCard[] })
  | (Block<'brand-slider'> & { brands: { key: string; name: string; href: string }[] })

export interface Occasion {
  key: string
  name: string
  picture: string
}

/** Content of an app-bar category; fields that do not apply are empty. */
export interface QuickView extends Page<ProductCard> {
  id: AppBarId
  name: string
  about: string
  /** Page of the category, without a language. */
  href: string
  suppliers: SupplierCard[]
  campaigns: CampaignCard[]
  /** find-gift: the available occasions. */
  occasions: Occasion[]
  /** buy-it-again requires a signed-in person. */
  needsSignIn: boolean
}

export interface QuickViewQuery {
  skip: number
  /** Default 15 (spec section 9, quick listing). */
  take: number
  /** find-gift: key of an occasion, and a price band. */
  occasion?: string
  price?: GiftPrice
  /** Key of a city: what is delivered there, of open suppliers first. Default: the default city. */
  city?: string
}

export const blocks = endpoint<{ params: { alias: string }; query: { city?: string }; reply: { alias: string; blocks: HomeBlock[] } }>()({
  method: 'GET',
  path: '/home/:alias',
  access: 'public',
  codes: [],
  about:
    'Blocks of a page by alias: main, restaurants, supermarkets, shops or pharmacies; with what is delivered to a city, the default one unless said.'
})

export const quickView = endpoint<{ params: { id: string }; query: Partial<QuickViewQuery>; reply: QuickView }>()({
  method: 'GET',
  path: '/categories/app-bar/quick-view/:id',
  access: 'public',
  codes: [],
  about: 'What a category of the app bar shows, by its name or number; buy-it-again answers the caller alone.'
})
