import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'

// Lists of the demo market as they are read without script.

let shop: Shop
beforeAll(async () => {
  const port = await freePort()
  shop = await startShop({
    ...{ PORT: String(port), DATA_DIR: copyDataFolder('blank'), SITE_URL: `http://127.0.0.1:${port}` },
    MARKET_DIR: join(ROOT, 'content/market')
  })
})
afterAll(async () => {
  await shop.end()
})

const htmlOf = async (path: string): Promise<string> => (await fetch(shop.url + path)).text()
const dataOf = async <T>(path: string): Promise<T> => ((await (await fetch(`${shop.url}/api${path}`)).json()) as { data: T }).data
const countOf = (html: string, part: string): number => html.split(part).length - 1
const foundIn = (html: string): string => / data-found[^>]*>\s*([^<]*?)\s*</.exec(html)?.[1] ?? ''

test('a category of goods lists them alone; a cuisine lists what its places sell and says so', async () => {
  const cheese = await htmlOf('/en/categories/cheese')
  const names = [...cheese.matchAll(/<h3 class="product-name"><a[^>]*>([^<]*)/g)].map(([, name = '']) => name)
  expect(names).toHaveLength(24)
  expect(names.filter((name) => /milk|cognac|soap|juice|beer|ham\b/i.test(name))).toEqual([])
  const sentence = 'Everything sold by the places in this category.'
  expect(cheese).not.toContain(sentence)
  expect(await htmlOf('/en/categories/armenian')).toContain(sentence)
})

test('what is cheese at one place is in the category wherever it is sold', async () => {
  interface Node {
    id: number
    key: string
    children: Node[]
  }
  const categories = await dataOf<Node[]>('/categories/tree?type=all')
  const cheese = categories.flatMap((node) => [node, ...node.children]).find(({ key }) => key === 'cheese')
  type Goods = { items: { name: string; supplier: { id: number; alias: string } }[] }
  const { items } = await dataOf<Goods>(`/products/filter/${cheese?.id}?take=200`)
  const namesAt = (alias: string): string[] => items.filter(({ supplier }) => supplier.alias === alias).map(({ name }) => name)
  for (const alias of ['lorva-krpak', 'antari-khanut', 'kumayri-maran', 'aratun']) {
    const place = await dataOf<{ id: number }>(`/suppliers/name/${alias}`)
    const menu = await dataOf<Goods>(`/products?supplierId=${place.id}&take=1000`)
    const own = menu.items.map(({ name }) => name).filter((name) => /պանիր/.test(name))
    expect(own.length, alias).toBeGreaterThan(0)
    expect(namesAt(alias), alias).toEqual(expect.arrayContaining(own))
  }
})

test('the form of the filter offers every brand there is, and only values that find something', async () => {
  const brands = await dataOf<{ key: string }[]>('/brands')
  const form = await htmlOf('/en/products')
  expect(brands.length).toBeGreaterThan(60)
  expect(countOf(form, 'name="f[]" value="b-')).toBe(brands.length)
  const narrowed = await htmlOf('/en/products?f=c-AM&max=1000')
  expect(narrowed).not.toMatch(/<span class="muted">0<\/span>\s*<\/label>/)
  expect(countOf(narrowed, 'name="f[]" value="b-')).toBeLessThan(brands.length)
  expect(countOf(narrowed, 'value="c-AM" checked')).toBe(1)
})

test('a price that no goods have is said; one that some have is not', async () => {
  expect(await htmlOf('/en/products?max=9')).toMatch(/Prices here range from 50\s֏ to/)
  expect(await htmlOf('/en/products?min=99999999')).toContain('Prices here range from')
  expect(await htmlOf('/en/products?min=1000&max=5000')).not.toContain('Prices here range from')
})

test.each(['/en/products?deals=1', '/en/search?term=bread&open=1'])(
  '%s says its city and leads to the same list of another',
  async (path) => {
    const html = await htmlOf(path)
    expect(/<button class="chip city-chip"[^>]*data-city="([^"]*)"/.exec(html)?.[1]).toBe('yerevan')
    const [, href = ''] = /<a href="([^"]*)" data-set-city="gyumri"/.exec(html) ?? []
    const [shown, other] = [path, href.replaceAll('&amp;', '&')].map((one) => new URL(one, shop.url))
    expect(other?.pathname).toBe(shown?.pathname)
    expect(Object.fromEntries(other?.searchParams ?? [])).toEqual({ ...Object.fromEntries(shown?.searchParams ?? []), city: 'gyumri' })
    expect(/<button class="chip city-chip"[^>]*data-city="([^"]*)"/.exec(await htmlOf(href.replaceAll('&amp;', '&')))?.[1]).toBe('gyumri')
  }
)

test.each([
  [48, 48],
  [72, 96],
  [168, 192],
  [240, 192]
])('a list that had grown to %i is there again with %i of its goods', async (to, shown) => {
  expect(countOf(await htmlOf(`/en/products?to=${to}`), '<article class="product')).toBe(shown)
})

test('a tab of search counts what it lists', async () => {
  const { supplierCount, groups } = await dataOf<{ supplierCount: number; groups: { tab: string; count: number }[] }>(
    '/search?term=pizza&supplierType=2'
  )
  expect(supplierCount).toBe(groups.find(({ tab }) => tab === 'restaurants')?.count)
  expect(await htmlOf('/en/search?term=pizza&tab=restaurants')).toMatch(new RegExp(`role="status">\\s*${supplierCount} places\\s*<`))
})

test('a supplier nobody has written about: its page of reviews says so and leads back', async () => {
  const html = await htmlOf('/en/reviews/khaghoghi-vaz')
  expect(html).toContain('No reviews yet')
  expect(html).toMatch(/<div class="notice-acts">\s*<a class="button" href="\/en\/restaurants\/khaghoghi-vaz"/)
})

test('one list has one address: that of all deals is made known by one, and goods for adults by none', async () => {
  const canonicalOf = (html: string) => /rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(shop.url, '')
  expect(canonicalOf(await htmlOf('/ru/catalogs/hot-deals'))).toBe('/ru/picks/hot-deals')
  expect(await htmlOf('/sitemaps/ru/pages.xml')).not.toContain('/catalogs/hot-deals')
  const { items } = await dataOf<{ items: { id: number; adult: boolean }[] }>('/products/filter/6046?take=200&o=3')
  const wine = items.find(({ adult }) => adult)
  expect(await htmlOf(`/en/products/${wine?.id}`)).toContain('<meta name="robots" content="noindex">')
  expect(foundIn(await htmlOf('/en/catalogs/hot-deals'))).toMatch(/^\d+ products$/)
})
