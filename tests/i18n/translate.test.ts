import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#domain/locale.ts'
import { ENGINE } from '#i18n/engine.ts'
import type { Key } from '#i18n/keys.ts'
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

describe.each(LOCALES)('%s: what is put together here is what i18next says', (locale) => {
  const t = getTranslator(locale)
  const original = engine.getFixedT(locale)

  test('for every message, with any value in its holes', () => {
    for (const [key, message] of MESSAGES.filter(([name]) => !/_(one|few|many|other)$/.test(name))) {
      const holes = [...message.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '')
      for (const value of VALUES) {
        const variables = Object.fromEntries(holes.filter((name) => name !== 'count').map((name) => [name, value]))
        expect(t(key as Key, variables), key).toBe(original(key, variables))
      }
    }
  })

  test('for every plural, with any number', () => {
    const plurals = new Set(MESSAGES.flatMap(([key]) => /^(.*)_other$/.exec(key)?.[1] ?? []))
    expect(plurals.size).toBeGreaterThan(3)
    for (const key of plurals)
      for (const count of COUNTS) expect(t(key as Key, { count }), `${key} ${count}`).toBe(original(key, { count }))
  })

  test('for a message without its value, and one that is not there', () => {
    expect(t('product:add')).toBe(original('product:add', {}))
    expect(t('frame:nothing' as Key)).toBe(original('frame:nothing', {}))
  })
})
