import type { HomeBlock } from '#contract/home/calls.ts'
import type { Key, Translate } from '#i18n/keys.ts'

/** Default titles of blocks without an editorial one, by key first, then by type. */
const BY_KEY: Record<string, Key> = {
  'open-now': 'home:openNow',
  deals: 'home:deals',
  markets: 'home:markets',
  pharmacies: 'home:pharmacies',
  shops: 'home:shops'
}
const BY_TYPE: Record<HomeBlock['type'], Key> = {
  'banner-slider': 'home:banners',
  'app-bar': 'collections:appBar',
  'category-teaser': 'frame:categories',
  'item-management-category-teaser': 'home:chosen',
  banner: 'home:banners',
  'html-code': 'home:note',
  'info-code': 'home:note',
  'manufacturer-slider': 'home:places',
  'article-slider': 'home:goods',
  'brand-slider': 'home:brands'
}

/** The heading of a block; it differs when open suppliers were requested and none is open. */
export const titleOf = (block: HomeBlock, t: Translate): string => {
  if (block.type === 'manufacturer-slider' && block.closed) return t('home:allClosed')
  return block.title ?? t(BY_KEY[block.key] ?? BY_TYPE[block.type])
}
