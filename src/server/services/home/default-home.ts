import type { BlockSize, BlockType } from '#domain/home.ts'
import type { BlockContents } from './block-content.ts'

type DefaultBlock = { [T in BlockType]: { key: string; type: T; size: BlockSize } & BlockContents[T] }[BlockType]

/** Home page of a market without home.yaml: blocks that every market has, under the page's own titles. */
export const DEFAULT_HOME: readonly DefaultBlock[] = [
  { key: 'sections', type: 'category-teaser', size: 'xl', of: 'sections', categories: [] },
  { key: 'app-bar', type: 'app-bar', size: 'xl', categories: ['new-on-buy', 'hot-deals', 'buy-it-again', 'find-gift', 'gift-cards'] },
  { key: 'open-now', type: 'manufacturer-slider', size: 'xl', of: 'restaurant', open: true, suppliers: [] },
  { key: 'deals', type: 'article-slider', size: 'xl', of: 'deals', products: [], href: '/picks/hot-deals' },
  { key: 'markets', type: 'manufacturer-slider', size: 'xl', of: 'store', open: false, suppliers: [] },
  { key: 'pharmacies', type: 'manufacturer-slider', size: 'xl', of: 'pharmacy', open: false, suppliers: [] },
  { key: 'shops', type: 'manufacturer-slider', size: 'xl', of: 'shop', open: false, suppliers: [] }
]
