import { isIP } from 'node:net'

/** What an address looks like in X-Forwarded-For: some proxies add the port, which would make every connection a client of its own. */
const BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const MAX_LENGTH = 100

/**
 * Returns a client's address without port and zone, IPv4 also where it is written as IPv6; '' for an unknown one. With `trustsProxy` it is
 * the last entry of X-Forwarded-For, the only one that the own proxy wrote; null when that is no address: nothing else tells who calls.
 */
export const clientAddress = (forwarded: string | undefined, socketAddress: string | undefined, trustsProxy: boolean): string | null => {
  if (!trustsProxy || forwarded === undefined) return plainAddress(socketAddress ?? '') ?? ''
  return plainAddress(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim())
}

const plainAddress = (text: string): string | null => {
  if (text.length > MAX_LENGTH) return null
  const address = (BRACKETS.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text).replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return null
  return family === 6 ? (mappedIPv4(address) ?? address.toLowerCase()) : address
}

/** The IPv4 address in ::ffff:192.0.2.7 and ::ffff:c000:207, however their zeros are written. */
const mappedIPv4 = (address: string): string | null => {
  const groups = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname)
  if (!groups) return null
  const [high, low] = [Number.parseInt(groups[1] ?? '', 16), Number.parseInt(groups[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
