import { localePath, type Locale } from '#domain/locale.ts'
import { announce } from '#stores/announce.ts'

/** Shares the URL of a product with this selection by the system's share sheet; else copies and announces it. */
export const shareProduct = async (locale: Locale, id: number, options: readonly number[]): Promise<void> => {
  const query = options.length > 0 ? `?selectedOptions=${options.join('|')}` : ''
  const url = location.origin + localePath(locale, `/products/${id}`) + query
  try {
    if (navigator.share) return await navigator.share({ url })
    await navigator.clipboard.writeText(url)
    await announce('product:shared')
  } catch {
    // Cancelled, or copying not permitted (http): the page's URL can be copied manually.
  }
}
