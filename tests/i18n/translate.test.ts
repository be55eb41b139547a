import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { ENGINE } from '#i18n/engine.ts'
import { loadTranslator } from '#i18n/browser.ts'
import { patternOf } from '#i18n/format.ts'
import type { Key, Namespace, Translate } from '#i18n/keys.ts'
import { en } from '#i18n/messages/en.ts'
import { hy } from '#i18n/messages/hy.ts'
import { ru } from '#i18n/messages/ru.ts'
import { getTranslator } from '#i18n/translate.ts'

const engine = createInstance()
void engine.init({ ...ENGINE, resources: { hy, en, ru }, fallbackLng: 'hy', ns: Object.keys(hy) })

type Tree = { [key: string]: string | Tree }
const leaves = (tree: Tree, prefix: string): [key: string, message: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`)
  )
const MESSAGES = Object.entries(hy).flatMap(([namespace, tree]) => leaves(tree as Tree, `${namespace}:`))
const VALUES = ['<b>&"\'', '{{count}} $t(frame:home)', 0, 12_345]
const COUNTS = [0, 1, 2, 5, 11, 21, 22, 101, 1.5]

/** What only pages and the API say is not sent to browsers. */
const isForBrowsers = (key: string): boolean => !/^(allowed|codes|gallery|home|messages):/.test(key)
const browserNamespaces = Object.keys(hy).filter((name) => isForBrowsers(`${name}:`)) as Namespace[]
const SIDES = [
  { side: 'server', translatorFor: async (locale: Locale) => getTranslator(locale), says: () => true },
  { side: 'browser', translatorFor: (locale: Locale) => loadTranslator(locale, browserNamespaces), says: isForBrowsers }
]

test('no message asks for more than values and plurals: a browser has no i18next to fall back to', () => {
  const all = [hy, en, ru].flatMap((words) => Object.entries(words).flatMap(([name, tree]) => leaves(tree as Tree, `${name}:`)))
  expect(all.filter(([, message]) => patternOf(message) === null).map(([key]) => key)).toEqual([])
})

const CASES = LOCALES.flatMap((locale) => SIDES.map((side) => ({ locale, ...side })))
describe.each(CASES)('$locale, $side: what is put together here is what i18next says', ({ locale, translatorFor, says }) => {
  let t: Translate
  beforeAll(async () => {
    t = await translatorFor(locale)
  })
  const original = engine.getFixedT(locale)
  const messages = MESSAGES.filter(([key]) => says(key))

  test('for every message, with any value in its holes', () => {
    expect(messages.length).toBeGreaterThan(100)
    for (const [key, message] of messages.filter(([name]) => !/_(one|few|many|other)$/.test(name))) {
      const holes = [...message.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '')
      for (const value of VALUES) {
        const variables = Object.fromEntries(holes.filter((name) => name !== 'count').map((name) => [name, value]))
        expect(t(key as Key, variables), key).toBe(original(key, variables))
      }
    }
  })

  test('for every message without plural forms, also when a count is given', () => {
    for (const [key] of messages.filter(([name]) => !/_(one|few|many|other)$/.test(name)))
      expect(t(key as Key, { count: 2 }), key).toBe(original(key, { count: 2 }))
  })

  test('for every plural, with any number', () => {
    const plurals = new Set(messages.flatMap(([key]) => /^(.*)_other$/.exec(key)?.[1] ?? []))
    expect(plurals.size).toBeGreaterThan(3)
    for (const key of plurals)
      for (const count of COUNTS) expect(t(key as Key, { count }), `${key} ${count}`).toBe(original(key, { count }))
  })

  test('and counts are written like prices', () => {
    expect(t('basket:items', { count: 12_875 })).toContain('12\u00a0875')
  })

  test('for a message without its value, and one that is not there', () => {
    expect(t('product:add')).toBe(original('product:add', {}))
    expect(t('product:add')).toContain('{{name}}')
    expect(t('frame:nothing' as Key)).toBe(original('frame:nothing', {}))
  })
})
