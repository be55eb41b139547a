import { expect, test } from 'vitest'
import { sourcesOf } from '#tests/support/sources.ts'

const services = sourcesOf('src/server/services')
const using = (word: RegExp): string[] => services.filter(({ text }) => word.test(text)).map(({ path }) => path)

test('only what the catalogue shows to everybody is read from the replica', () => {
  const elsewhere = using(/\breadDb\b/).filter(
    (path) => !/^src\/server\/services\/(catalogue|home|reviews|search|info\/sitemap\.ts)/.test(path)
  )
  expect(elsewhere).toEqual(['src/server/services/core/transaction.ts'])
})

test('the catalogue reads nothing from the main database but by its directory', () => {
  expect(using(/\bctx\.db\b/).filter((path) => path.startsWith('src/server/services/catalogue/'))).toEqual([])
})
