import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

type Tree = { [key: string]: string | Tree }
const FOLDER = join(ROOT, 'src/i18n/messages')
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Plural forms of each language (CLDR). */
const FORMS: Record<Locale, string[]> = { hy: ['one', 'other'], en: ['one', 'other'], ru: ['few', 'many', 'one', 'other'] }

const read = (locale: Locale, file: string): Map<string, string> => {
  const flat = new Map<string, string>()
  const walk = (tree: Tree, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(prefix + key, value)
      else walk(value, `${prefix}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(join(FOLDER, locale, file), 'utf8')) as Tree, '')
  return flat
}
const files = readdirSync(join(FOLDER, 'hy')).filter((name) => name.endsWith('.json'))
const bare = (keys: Iterable<string>): string[] => [...new Set([...keys].map((key) => key.replace(PLURAL, '')))].sort()
const holes = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name ?? '').sort()

describe.each(files)('%s', (file) => {
  const hy = read('hy', file)

  test.each(['en', 'ru'] as const)('%s has the keys of hy', (locale) => {
    expect(bare(read(locale, file).keys())).toEqual(bare(hy.keys()))
  })

  test.each(LOCALES)('%s: nothing is empty, plurals are complete, holes are the same', (locale) => {
    const texts = read(locale, file)
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
    const plural = [...texts.keys()].filter((key) => PLURAL.test(key))
    for (const base of bare(plural)) {
      const forms = plural.filter((key) => key.replace(PLURAL, '') === base).map((key) => PLURAL.exec(key)?.[1] ?? '')
      expect(forms.sort(), `${locale}/${file}: ${base}`).toEqual(FORMS[locale])
    }
    for (const [key, text] of texts) {
      const base = key.replace(PLURAL, '')
      const original = hy.get(key) ?? hy.get(`${base}_other`) ?? ''
      const own = holes(text).filter((name) => name !== 'count')
      expect(own, `${locale}/${file}: ${key}`).toEqual(holes(original).filter((name) => name !== 'count'))
    }
  })

  test('each language is written in its own letters', () => {
    for (const [key, text] of hy) if (/\p{L}/u.test(text.replace(/\{\{.*?\}\}/g, ''))) expect(text, key).not.toMatch(/[а-яё]|եւ/i)
    for (const [key, text] of read('ru', file)) expect(text, key).not.toMatch(/\p{Script=Armenian}(?<!֏)/u)
  })
})

test('every key is used somewhere', () => {
  const code = sourcesOf('src')
    .filter(({ path }) => !path.includes('i18n/messages/'))
    .map(({ text }) => text)
    .join('\n')
  const unused = files.flatMap((file) => {
    const namespace = file.replace('.json', '')
    if (namespace === 'codes') return []
    return bare(read('hy', file).keys())
      .filter((key) => !code.includes(`${namespace}:${key}`) && !dynamicPrefixes(code, namespace).some((prefix) => key.startsWith(prefix)))
      .map((key) => `${namespace}:${key}`)
  })
  expect(unused).toEqual([])
})

/** Prefixes of keys put together at run time: t(`orders:status.${name}`). */
const prefixes = new Map<string, string[]>()
const dynamicPrefixes = (code: string, namespace: string): string[] => {
  const known = prefixes.get(namespace)
  if (known) return known
  const found = [...code.matchAll(new RegExp(`${namespace}:([\\w.-]*)\\$\\{`, 'g'))]
    .map(([, prefix]) => prefix ?? '')
    .filter((prefix) => prefix !== '')
  prefixes.set(namespace, found)
  return found
}
