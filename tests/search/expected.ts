// The demo market as the labels see it, and what a target of the `wanted` column means.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locale } from './damage.ts'

export interface Thing {
  target: string // product:<alias>/<code> or supplier:<alias>
  names: Record<Locale, string>
  /** Of a product: the keys of its properties; of a supplier: its kind and categories. */
  keys: readonly string[]
}

const market = fileURLToPath(new URL('../../content/market/', import.meta.url))

function cells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows.filter((one) => one.length > 1)
}

function supplierNames(yaml: string): Record<Locale, string> {
  const text = /^name: *\{(.*)\}/m.exec(yaml)?.[1] ?? ''
  const of = (locale: Locale) => new RegExp(`\\b${locale}: *'?(.*?)'? *(?:, *(?:hy|en|ru):|$)`).exec(text)?.[1] ?? ''
  return { hy: of('hy'), en: of('en'), ru: of('ru') }
}

function supplierKeys(yaml: string): string[] {
  const kind = /^kind: (\w+)/m.exec(yaml)?.[1] ?? ''
  const categories = /^categories: \[(.*)\]/m.exec(yaml)?.[1] ?? ''
  return [`kind:${kind}`, ...categories.split(/, */).map((key) => `category:${key}`)]
}

/** All products and suppliers, and the text of all files of the market. */
export function readMarket(): { things: Thing[]; text: string } {
  const things: Thing[] = []
  let text = readFileSync(`${market}market.yaml`, 'utf8')
  for (const alias of readdirSync(`${market}suppliers`).sort()) {
    const yaml = readFileSync(`${market}suppliers/${alias}/supplier.yaml`, 'utf8')
    const csv = readFileSync(`${market}suppliers/${alias}/products.csv`, 'utf8')
    text += yaml + csv
    things.push({ target: `supplier:${alias}`, names: supplierNames(yaml), keys: supplierKeys(yaml) })
    const [header = [], ...rows] = cells(csv)
    const properties = header.indexOf('properties')
    for (const row of rows)
      things.push({
        target: `product:${alias}/${row[0]}`,
        names: { hy: row[2] ?? '', en: row[3] ?? '', ru: row[4] ?? '' },
        keys: (row[properties] ?? '').split('|').filter(Boolean)
      })
  }
  return { things, text }
}

/** Whole words only: "сыр" is not in "сырник"; letter case does not matter. */
export function holds(name: string, phrase: string): boolean {
  const escaped = phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(name)
}

/** The pattern matches from the beginning of the name; `.*` before a word lets it stand anywhere a word begins. */
function starts(name: string, pattern: string): boolean {
  const words = pattern.replaceAll('.*', String.raw`(?:.*(?<![\p{L}\p{N}]))?`)
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${words})`, 'iu').test(name)
}

/** The targets of a `wanted` cell; a pipe inside a pattern stands before no kind of target. */
export const targetsOf = (wanted: string): string[] =>
  wanted.split(/\|(?=(?:word|name|all|hy|en|ru|at|kind|category|property|supplier|product):)/)

/** The things of the market one target means; `all:` is only of chosen.tsv. */
export function meant(things: readonly Thing[], target: string, locale: Locale): Thing[] {
  const at = target.indexOf(':')
  const kind = target.slice(0, at)
  const value = target.slice(at + 1)
  const isProduct = (thing: Thing) => thing.target.startsWith('product:')
  if (kind === 'word') return things.filter((thing) => holds(thing.names[locale], value))
  if (kind === 'name') return things.filter((thing) => isProduct(thing) && thing.names[locale] === value)
  if (kind === 'all')
    return things.filter((thing) => isProduct(thing) && value.split('+').every((part) => holds(thing.names[locale], part)))
  if (kind === 'property') return things.filter((thing) => isProduct(thing) && thing.keys.includes(value))
  if (kind === 'kind' || kind === 'category') return things.filter((thing) => thing.keys.includes(target))
  if (kind === 'at') {
    const [alias = '', ...pattern] = value.split('/')
    return things.filter((thing) => thing.target.startsWith(`product:${alias}/`) && starts(thing.names.en, pattern.join('/')))
  }
  if (kind === 'hy' || kind === 'en' || kind === 'ru') return things.filter((thing) => isProduct(thing) && starts(thing.names[kind], value))
  return things.filter((thing) => thing.target === target)
}
