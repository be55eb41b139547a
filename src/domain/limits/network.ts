/** A network around an address by which callers are counted. */
export interface Network {
  name: string
  size: NetworkSize
}

/** IPv4: address, which many may share, and street, its /24. IPv6: customer, a /64; site, a /48, which one may have; operator, a /32. */
export type NetworkSize = 'address' | 'street' | 'customer' | 'site' | 'operator'

/** Returns the eight groups of an IPv6 address without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [start = '', tail] = address.toLowerCase().split('::')
  const first = start.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Returns the networks of an address, the smallest first: an IPv4 address and its /24; of IPv6 the /64, the /48 and the /32. None for ''. */
export const networksOf = (ip: string): readonly Network[] => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (address === '') return []
  if (!address.includes(':'))
    return [
      { name: address, size: 'address' },
      { name: `${address.split('.').slice(0, 3).join('.')}/24`, size: 'street' }
    ]
  const groups = groupsOf(address)
  const first = (count: number): string => groups.slice(0, count).join(':')
  return [
    { name: first(4), size: 'customer' },
    { name: `${first(3)}/48`, size: 'site' },
    { name: `${first(2)}/32`, size: 'operator' }
  ]
}

/** The smallest network of an address; '' for an unknown one. */
export const ownNetwork = (ip: string): string => networksOf(ip)[0]?.name ?? ''
