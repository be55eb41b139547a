import { localePath, type Locale } from '#domain/locale.ts'
import { announce } from '#stores/announce.ts'

/** The address of a product's page with this choice: by the system's own sheet where there is one, else copied and said. */
export const shareProduct = async (locale: Locale, id: number, options: readonly number[]): Promise<void> => {
  const query = options.length > 0 ? `?selectedOptions=${options.join('|')}` : ''
  const url = location.origin + localePath(locale, `/products/${id}`) + query
  try {
    if (navigator.share) return await navigator.share({ url })
    await navigator.clipboard.writeText(url)
    await announce('product:shared')
  } catch {
    // Closed without sharing, or no permission to copy, as on plain http: the address of the page can be copied by hand.
  }
}
