import { memoize } from '#server/memoize.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Reads weights (RFC 9110, 12.5.3); prefers the smaller encoding among equals. */
const readEncoding = (header: string): Encoding => {
  const offers = header.split(',').map((offer) => offer.split(';').map((part) => part.trim()))
  const weightOf = (name: string): number => {
    const offer = offers.find(([named]) => named === name) ?? (name === 'identity' ? undefined : offers.find(([named]) => named === '*'))
    const weight = offer?.find((part) => part.startsWith('q='))?.slice(2)
    return offer ? Number(weight ?? 1) || 0 : 0
  }
  const [best, identity] = [Math.max(weightOf('br'), weightOf('gzip')), weightOf('identity')]
  if (best === 0 || identity > best) return 'identity'
  return weightOf('br') === best ? 'br' : 'gzip'
}

/** Bound of the memo; browsers send only a few different headers. */
const MAX_HEADERS = 200
const readOnce = memoize((header) => readEncoding(header.toLowerCase()), MAX_HEADERS)

/** Returns the preferred encoding of an Accept-Encoding header. `q=0` refuses one. */
export const acceptedEncoding = (header: string | undefined): Encoding => (header ? readOnce(header) : 'identity')

/** Whether If-None-Match lists the tag (weak comparison, RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (!header) return false
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === opaque)
}
