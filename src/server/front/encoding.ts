export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send a few different headers; whoever invents more of them is answered without being remembered. */
const MOST_KNOWN = 200
const known = new Map<string, Encoding>()

/** The best encoding a browser takes: brotli, gzip, or none. `q=0` refuses one. */
export const acceptedEncoding = (header: string | undefined): Encoding => {
  if (!header) return 'identity'
  const before = known.get(header)
  if (before) return before
  const encoding = readEncoding(header.toLowerCase())
  if (known.size < MOST_KNOWN) known.set(header, encoding)
  return encoding
}

const readEncoding = (offers: string): Encoding => {
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
  if (header === etag || header.trim() === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === bare)
}
