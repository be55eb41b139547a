import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#domain/search/folding.ts'
import { foldWords } from '#server/market-import/fold-words.ts'
import { ROOT } from '#tests/support/sources.ts'

test('folds a text of the demo market as fold does', () => {
  const root = join(ROOT, 'content/market/suppliers')
  for (const alias of readdirSync(root)) {
    const lines = readFileSync(join(root, alias, 'products.csv'), 'utf8')
      .replaceAll(',', ' ')
      .split('\n')
    expect(lines.map(foldWords)).toEqual(lines.map(fold))
  }
})

test('folds any words as fold does, remembered or not', () => {
  const letters = fc.constantFrom(...'աբուովեւյցкхщяéß’-.7aehiktwyzc ')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      expect(foldWords(text)).toBe(fold(text))
      expect(foldWords(text)).toBe(fold(text))
    })
  )
})
