/** Bounds of an invoice that tops a corporate wallet up: AMD. */
export const TOP_UP_BOUNDS = { min: 10_000, max: 10_000_000 } as const

const PREFIX = 'W'
const DIGITS = 5

/** The number of such an invoice, which no order has: W00012. */
export const topUpNumber = (id: number): string => PREFIX + String(id).padStart(DIGITS, '0')

/** The id in the number of an invoice; null when it is none of a corporate wallet. */
export const topUpIdOf = (number: string): number | null => (/^W\d{5,9}$/.test(number) ? Number(number.slice(PREFIX.length)) : null)
