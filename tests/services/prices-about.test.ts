import { expect, test } from 'vitest'
import { formatAbout, formatAmd } from '#domain/money.ts'
import { withAbout } from '#page-scripts/currency/with-about.ts'

const inDollars = (text: string) => withAbout(text, (amd) => formatAbout(amd, 400, 'USD', 'en').replaceAll('\u00a0', ' '))

test('behind each price of a text stands what it is about in another currency', () => {
  expect(inDollars(`Minimum ${formatAmd(2500, 'en')}, free from ${formatAmd(10_000.5, 'en')}`).replaceAll('\u00a0', ' ')).toBe(
    'Minimum 2 500 ֏ (≈ 6.25 $), free from 10 000.5 ֏ (≈ 25.00 $)'
  )
  expect(inDollars(formatAmd(1234.5, 'ru'))).toContain('(≈ 3.09 $)')
})

test('a price is read once, nothing is about nothing, and other texts stay', () => {
  const painted = inDollars(formatAmd(500, 'hy'))
  expect(inDollars(painted)).toBe(painted)
  for (const text of [formatAmd(0, 'en'), 'Prices in Armenian drams (֏)', '4.8 (312)']) expect(inDollars(text)).toBe(text)
})
