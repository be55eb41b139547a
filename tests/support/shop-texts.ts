import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { ROOT } from './sources.ts'

/** One text that a visitor may read; `at` is a message key or a file. */
export interface ShopText {
  at: string
  text: string
}

type Tree = { [key: string]: string | Tree }
const MESSAGES = join(ROOT, 'src/i18n/messages')

const leaves = (tree: Tree, prefix: string): ShopText[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ at: prefix + key, text: value }] : leaves(value, `${prefix}${key}.`)
  )

/** All messages of a language; `at` is `namespace:key`. */
export const messagesOf = (locale: Locale): ShopText[] =>
  readdirSync(join(MESSAGES, locale))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => leaves(JSON.parse(readFileSync(join(MESSAGES, locale, name), 'utf8')) as Tree, `${name.replace('.json', '')}:`))

/** Static pages and offers of a language, line by line. */
export const articlesOf = (locale: Locale): ShopText[] =>
  ['pages', 'campaigns'].flatMap((folder) =>
    readdirSync(join(ROOT, 'content', folder, locale)).flatMap((name) =>
      readFileSync(join(ROOT, 'content', folder, locale, name), 'utf8')
        .split('\n')
        .map((text) => ({ at: `content/${folder}/${locale}/${name}`, text }))
    )
  )

const parsed = new Map<string, unknown>()
/** Reads a file of the market once for all languages. */
const readYaml = (path: string): unknown => {
  if (!parsed.has(path)) parsed.set(path, parse(readFileSync(join(ROOT, path), 'utf8')))
  return parsed.get(path)
}

const isWords = (value: object): value is Record<Locale, string> =>
  LOCALES.every((locale) => typeof Reflect.get(value, locale) === 'string')

const wordsIn = (value: unknown, locale: Locale, at: string): ShopText[] => {
  if (typeof value !== 'object' || value === null) return []
  if (isWords(value)) return [{ at, text: value[locale] }]
  return Object.values(value).flatMap((part) => wordsIn(part, locale, at))
}

const SUPPLIERS = 'content/market/suppliers'

/** Texts of the demo market in a language: home page, what suppliers share, suppliers. */
export const marketOf = (locale: Locale): ShopText[] =>
  [
    'content/market/home.yaml',
    'content/market/market.yaml',
    ...readdirSync(join(ROOT, SUPPLIERS)).map((name) => `${SUPPLIERS}/${name}/supplier.yaml`)
  ].flatMap((path) => wordsIn(readYaml(path), locale, path))

/** Names of brands and suppliers, which are transliterated and not translated. */
export const namesOf = (locale: Locale): ShopText[] => {
  const read = (path: string) => readYaml(path) as { name?: object; brands?: { name: object }[] }
  const brands = read('content/market/market.yaml').brands ?? []
  const suppliers = readdirSync(join(ROOT, SUPPLIERS)).map((name) => read(`${SUPPLIERS}/${name}/supplier.yaml`))
  return [...brands, ...suppliers].flatMap(({ name }, index) => wordsIn(name, locale, String(index)))
}

/** Rows of the demo market's products and reviews, all languages together. */
export const marketRows = (): ShopText[] =>
  readdirSync(join(ROOT, SUPPLIERS)).flatMap((name) =>
    readdirSync(join(ROOT, SUPPLIERS, name))
      .filter((file) => file.endsWith('.csv'))
      .flatMap((file) =>
        readFileSync(join(ROOT, SUPPLIERS, name, file), 'utf8')
          .split('\n')
          .map((text) => ({ at: `${SUPPLIERS}/${name}/${file}`, text }))
      )
  )

export const textsOf = (locale: Locale): ShopText[] => [...messagesOf(locale), ...articlesOf(locale), ...marketOf(locale)]
