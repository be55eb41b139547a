/** Networks around an address by which callers are counted: `own` is what one customer has, `wide` what one operator hands out. */
export interface Networks {
  own: string
  wide: string
}

const MAX_LENGTH = 45

/** Returns the eight groups of an IPv6 address without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [start = '', tail] = address.toLowerCase().split('::')
  const first = start.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * Returns the networks of an address: an IPv4 address and its /24; of IPv6 the /64 that every customer has and its /48, of which one
 * customer may have many. Null for an unknown address.
 */
export const networksOf = (ip: string): Networks | null => {
  const address = ip
    .slice(0, MAX_LENGTH)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
  if (address === '') return null
  if (!address.includes(':')) return { own: address, wide: `${address.split('.').slice(0, 3).join('.')}/24` }
  const groups = groupsOf(address)
  return { own: groups.slice(0, 4).join(':'), wide: `${groups.slice(0, 3).join(':')}/48` }
}
