import { memoize } from '#server/memoize.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Weights as RFC 9110 has them; of equals the smaller answer. */
const readEncoding = (header: string): Encoding => {
  const offers = header.split(',').map((offer) => offer.split(';').map((part) => part.trim()))
  const weightOf = (name: string): number => {
    const offer = offers.find(([named]) => named === name) ?? (name === 'identity' ? undefined : offers.find(([named]) => named === '*'))
    const weight = offer?.find((part) => part.startsWith('q='))?.slice(2)
    return offer ? Number(weight ?? 1) || 0 : 0
  }
  const [best, plain] = [Math.max(weightOf('br'), weightOf('gzip')), weightOf('identity')]
  if (best === 0 || plain > best) return 'identity'
  return weightOf('br') === best ? 'br' : 'gzip'
}

/** Browsers send a few different headers. */
const MAX_HEADERS = 200
const readOnce = memoize((header) => readEncoding(header.toLowerCase()), MAX_HEADERS)

/** The encoding that a browser likes best: brotli, gzip, or none. `q=0` refuses one. */
export const acceptedEncoding = (header: string | undefined): Encoding => (header ? readOnce(header) : 'identity')

/** Whether If-None-Match names the tag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (!header) return false
  if (header === etag || header.trim() === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === bare)
}
