import type { Encoding } from './page-cache.ts'

/** The best encoding a browser takes: brotli, gzip, or none. `q=0` refuses one. */
export const acceptedEncoding = (header: string | undefined): Encoding => {
  const offers = (header ?? '').toLowerCase()
  const takes = (name: string): boolean => {
    const offer = offers.split(',').find((part) => part.trim().split(';')[0]?.trim() === name)
    return offer !== undefined && !/;\s*q=0(\.0+)?\s*$/.test(offer)
  }
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Whether If-None-Match names the tag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (!header) return false
  if (header.trim() === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === bare)
}
