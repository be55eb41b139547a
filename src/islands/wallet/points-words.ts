import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'

/** Variables of a message with a number of points: `count` selects the form, `amount` is written as amounts are, without the sign. */
export const pointsVariables = (points: number, locale: Locale): { count: number; amount: string } => ({
  count: Math.abs(points),
  amount: formatAmd(points, locale).replace(/\s*֏$/u, '')
})
