import { createHash, timingSafeEqual } from 'node:crypto'

/** MD5 in small hexadecimal digits, as wallets prove their words. */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Whether a checksum that came in any case is the expected one. */
export const isChecksum = (given: string, expected: string): boolean =>
  /^[\da-f]{32}$/i.test(given) && timingSafeEqual(Buffer.from(given.toLowerCase()), Buffer.from(expected))
