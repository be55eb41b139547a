import type { AppBarId } from '#domain/home.ts'
import type { ProductLabel, SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'

/** Stored content of each type of block: see content/market/README.md. Without a title the page uses its own. */
interface Titled {
  title?: Words | undefined
  href?: string | undefined
}
export interface BannerContent {
  title: Words
  text?: Words | undefined
  action: Words
  href: string
  pictures: string[]
  hue: number
}
export interface ProductCollection {
  supplier: number
  code: string
}
export type ProductRule = 'deals' | ProductLabel

export interface BlockContents {
  'banner-slider': Titled & { banners: BannerContent[]; campaigns: number }
  'app-bar': Titled & { categories: AppBarId[] }
  'category-teaser': Titled & { of: 'sections' | SupplierKind; categories: string[] }
  'item-management-category-teaser': Titled & { category: string; suppliers: number[]; products: ProductCollection[] }
  banner: Titled & { banner: BannerContent }
  'html-code': Titled & { html: Words }
  'info-code': Titled & { facts: { picture?: string | undefined; title: Words; text: Words; href?: string | undefined }[] }
  'manufacturer-slider': Titled & { of?: SupplierKind | undefined; open: boolean; sorting?: number | undefined; suppliers: number[] }
  'article-slider': Titled & { of?: ProductRule | undefined; kind?: SupplierKind | undefined; products: ProductCollection[] }
  'brand-slider': Titled & { brands: string[] }
}

/** A row of the section `find-gift`. */
export interface OccasionContent {
  name: Words
  picture: string
  categories: string[]
}
