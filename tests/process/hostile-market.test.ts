import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as search from '#contract/search/calls.ts'
import { createCaller } from '#client/call.ts'
import { LISTING_PATH, SUPPLIER_KINDS, SUPPLIER_TYPE, supplierPath } from '#domain/enums.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'

// A market whose every name, description, choice, address and review tries to be HTML.

/** Its mark is in no name that the build makes, of a class for instance. */
const ATTACK = `q@z"q@z'q@z<x-x onerror=a()>q@z</script>q@z javascript:a()`
/** Armenian names need an Armenian letter. */
const hostile = { hy: `Ա${ATTACK}`, en: ATTACK, ru: ATTACK }

const isText = (value: unknown): value is Record<'hy' | 'en' | 'ru', string> =>
  typeof value === 'object' && value !== null && 'hy' in value && 'en' in value

/** All texts but markup, which is cleaned and has tests of its own. */
const attackedIn = (value: unknown): unknown => {
  if (isText(value)) return hostile
  if (Array.isArray(value)) return value.map(attackedIn)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === 'html' ? each : attackedIn(each)]))
}
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
/** The texts of each line of a file without quotes. */
const attackedCells = (csv: string): string => {
  const [head = '', ...lines] = csv.trimEnd().split('\n')
  const names = head.split(',')
  const write = (value: string, name = ''): string => {
    const [, what, locale] = /^(name|description|author|text)_(hy|en|ru)$/.exec(name) ?? []
    const isGiven = value !== '' || what === 'description'
    return what && isGiven ? cell(hostile[locale as 'hy' | 'en' | 'ru']) : value
  }
  return [
    head,
    ...lines.map((line) =>
      line
        .split(',')
        .map((value, index) => write(value, names[index]))
        .join(',')
    )
  ].join('\n')
}

test('what this file looks for is found', () => {
  const plain = `<a title="q@z'<x-x onerror=a()>" href="/a">q@z&lt;x-x</a><script type="application/ld+json">{"a":"\\u003cq@z"}</script>`
  expect(faultsOf(plain)).toEqual([])
  for (const broken of ['<x-x>', '<a title="a"q@z"b">', '<a onerror=a()>', '<a href="javascript:a()">', '<script>"q@z"</script>'])
    expect(faultsOf(plain + broken), broken).toHaveLength(1)
})

let shop: Shop
beforeAll(async () => {
  const market = newDataDir()
  cpSync(join(ROOT, 'tests/support/market'), market, { recursive: true })
  for (const name of readdirSync(market, { recursive: true, encoding: 'utf8' })) {
    const path = join(market, name)
    if (name.endsWith('.yaml'))
      writeFileSync(path, stringify(attackedIn(parse(readFileSync(path, 'utf8'))), { aliasDuplicateObjects: false }))
    if (name.endsWith('.csv')) writeFileSync(path, attackedCells(readFileSync(path, 'utf8')))
  }
  shop = await startShop({ PORT: String(await freePort()), DATA_DIR: copyDataFolder('blank'), MARKET_DIR: market })
})
afterAll(async () => {
  await shop.end()
})

/** A comment, a tag with its quoted attributes, and the content of a script or style. */
const TAGS =
  /<!--[\s\S]*?-->|<([a-z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>(?:(?<=<(?:script|style)\b[^>]*>)([\s\S]*?)<\/(?:script|style))?/gi
const ATTRIBUTES = /([^\s=/]+)(?:=("[^"]*"|'[^']*'|[^\s]*))?/g

/** What a text of the market has become, beyond text. */
const faultsOf = (html: string): string[] =>
  [...html.matchAll(TAGS)].flatMap(([all, tag, attributes = '', content = '']) => {
    if (tag === undefined) return []
    const isData = attributes.includes('application/ld+json')
    if (isData) JSON.parse(content)
    const given = [...attributes.matchAll(ATTRIBUTES)]
    const bad = given.filter(
      ([, name = '', value = '']) => !/^[a-z][\w:.-]*$/i.test(name) || /^on/i.test(name) || /^["']?\s*javascript:/i.test(value)
    )
    return tag === 'x-x' || bad.length > 0 || (isData ? content.includes('<') : content.includes('q@z')) ? [all.slice(0, 200)] : []
  })

test('no text of a market is HTML on any kind of page, nor ends the attribute or the data it stands in', async () => {
  const call = createCaller({ fetch: (input, init) => fetch(shop.url + input, init), locale: 'en' })
  const { items: suppliers } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200 } })
  const menus = await Promise.all(suppliers.map(({ id }) => call(catalogue.products, { query: { supplierId: id, take: 200 } })))
  const products = menus.flatMap(({ items }) => items)
  // The names of goods for adults are said to adults only.
  expect(products.filter(({ adult }) => !adult).every(({ name }) => name === ATTACK)).toBe(true)
  expect((await call(search.search, { query: { term: 'onerror' } })).products.length).toBeGreaterThan(0)
  const paths = [
    ...['/', '/categories', '/search?term=onerror', `/search?term=${encodeURIComponent(ATTACK)}`, '/about-us', '/sitemap.xml'],
    ...SUPPLIER_KINDS.map((kind) => LISTING_PATH[kind]),
    ...suppliers.map(({ kind, alias }) => supplierPath(kind, alias)),
    ...products.map(({ id }) => `/products/${id}`)
  ]
  let attacked = 0
  for (const path of paths) {
    const body = await (await fetch(`${shop.url}/en${path}`)).text()
    if (body.includes('q@z')) attacked += 1
    expect(faultsOf(body), path).toEqual([])
  }
  expect(attacked).toBeGreaterThan(suppliers.length + products.length)
  expect(shop.output()).not.toMatch(/ error /)
})
