import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as home from '#contract/home/calls.ts'
import { createCaller } from '#client/call.ts'
import { HOME_SECTIONS } from '#domain/home.ts'
import { LISTING_PATH, SUPPLIER_KINDS, SUPPLIER_TYPE, supplierPath } from '#domain/enums.ts'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { alternatesOf, internalLinksOf, markupFaults, promisesBroken } from '#tests/support/e2e/audit/markup.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'

// Pages as machines see them: without a browser, and without script. The test market shows every block in every size.

let shop: Shop
let suppliers: catalogue.Supplier[] = []
const callIn = (locale: Locale) => createCaller({ fetch: (input, init) => fetch(shop.url + input, init), locale })

beforeAll(async () => {
  const port = await freePort()
  shop = await startShop({ PORT: String(port), DATA_DIR: copyDataFolder(), SITE_URL: `http://127.0.0.1:${port}` })
  const call = callIn('en')
  const { items } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200 } })
  suppliers = await Promise.all(items.map(({ id }) => call(catalogue.supplier, { params: { id } })))
})
afterAll(async () => void (await shop.end()))

const PICKS = ['new-on-buy', 'hot-deals', 'buy-it-again', 'find-gift', 'get-bonuses', 'unlock-promocode'].map((id) => `/picks/${id}`)
const PAGES = [
  ...['/', '/products', '/restaurants?category=armenian', '/categories', '/campaigns', '/campaigns/card-cashback'],
  ...['/about-us', '/delivery-and-payment', '/privacy-policy', '/public-offer'],
  ...SUPPLIER_KINDS.map((kind) => LISTING_PATH[kind]),
  ...PICKS
]
/** Views of a list that search engines should know by another address: by the list's own, or its category's. */
const NARROWED: Record<string, string> = {
  '/picks/find-gift?occasion=love&price=10000-20000': '/picks/find-gift',
  '/restaurants?category=armenian&deals=1&sort=3': '/restaurants?category=armenian',
  '/restaurants?city=yerevan&open=1': '/restaurants',
  '/products?f=c-AM&deals=1&sort=2&size=72': '/products'
}

const pages = new Map<string, Promise<{ status: number; html: string }>>()
const open = (path: string): Promise<{ status: number; html: string }> => {
  const known = pages.get(path)
  if (known) return known
  const opening = fetch(shop.url + path).then(async (answer) => ({ status: answer.status, html: await answer.text() }))
  pages.set(path, opening)
  return opening
}
const htmlOf = async (path: string): Promise<string> => {
  const { status, html } = await open(path)
  expect(status, path).toBe(200)
  return html
}
const decode = (text: string): string =>
  text
    .replaceAll('&#34;', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const metaOf = (html: string, name: string): string =>
  decode(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
const canonicalOf = (html: string): string => decode(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '')

interface Facts {
  '@type': string
  [key: string]: unknown
}
const factsOf = (html: string): Facts[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text = '']) => JSON.parse(text) as Facts)
const fact = (html: string, type: string): Facts => {
  const found = factsOf(html).filter((one) => one['@type'] === type)
  expect(found, type).toHaveLength(1)
  return found[0] as Facts
}
const productOf = async (supplierId: number, code: string, locale: Locale = 'en') => {
  const { items } = await callIn(locale)(catalogue.products, { query: { supplierId, take: 200 } })
  const card = items.find((item) => item.code === code)
  if (!card) throw new Error(`no product ${code}`)
  return callIn(locale)(catalogue.product, { params: { id: card.id } })
}

describe('pages in three languages', () => {
  // One template writes every language: the markup is read in one by turn.
  test.each(LOCALES)('%s: the markup is valid, nothing is promised that is not true, and no link is broken', async (locale) => {
    const own = [...PAGES, ...Object.keys(NARROWED), ...suppliers.map(({ kind, alias }) => supplierPath(kind, alias))].map((path) =>
      localePath(locale, path)
    )
    const faults: string[] = []
    const links = new Set<string>()
    for (const [index, path] of own.entries()) {
      const html = await htmlOf(path)
      if (index % LOCALES.length === LOCALES.indexOf(locale)) faults.push(...(await markupFaults(html)).map((fault) => `${path} ${fault}`))
      faults.push(...promisesBroken(html, locale, true).map((fault) => `${path} ${fault}`))
      for (const link of internalLinksOf(html, shop.url)) links.add(link.replace(shop.url, '') || '/')
    }
    for (const link of links) {
      const { status } = await open(link)
      if (status >= 400) faults.push(`${status} ${link}`)
    }
    expect(links.size).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  test('each has a title and a description of its own, one address, and the same address in all languages', async () => {
    const seen = new Set<string>()
    for (const locale of LOCALES)
      for (const asked of [...PAGES, ...Object.keys(NARROWED)]) {
        const path = NARROWED[asked] ?? asked
        const html = await htmlOf(localePath(locale, asked))
        const title = decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
        // One list, narrowed down, keeps its name.
        if (path === asked) {
          expect(seen.has(`${locale} ${title}`), title).toBe(false)
          seen.add(`${locale} ${title}`)
        }
        expect(metaOf(html, 'description').length, path).toBeGreaterThan(20)
        expect(canonicalOf(html)).toBe(shop.url + localePath(locale, path))
        expect(Object.fromEntries(alternatesOf(html))).toEqual({
          ...Object.fromEntries(LOCALES.map((one) => [one, shop.url + localePath(one, path)])),
          'x-default': shop.url + path
        })
        expect(metaOf(html, 'og:title')).not.toBe('')
        expect(metaOf(html, 'og:locale')).toMatch(new RegExp(`^${locale}_`))
      }
  })
})

describe('facts for machines', () => {
  test('home tells the site and how to search it', async () => {
    const data = fact(await htmlOf('/ru'), 'WebSite')
    expect(data).toMatchObject({ url: `${shop.url}/ru`, inLanguage: 'ru' })
    expect(data['potentialAction']).toMatchObject({
      '@type': 'SearchAction',
      target: { urlTemplate: `${shop.url}/ru/search?term={search_term_string}` }
    })
  })

  test('the trail is the one people see', async () => {
    const html = await htmlOf('/en/restaurants/always-open')
    const items = fact(html, 'BreadcrumbList')['itemListElement'] as { position: number; name: string; item: string }[]
    expect(items.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(items.map(({ item }) => item.replace(shop.url, ''))).toEqual(['/en', '/en/restaurants', '/en/restaurants/always-open'])
    const shown = /<ol class="breadcrumbs-row">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? ''
    for (const { name } of items) expect(decode(shown)).toContain(name)
  })

  test('every place tells its kind, address, hours and menu as they are', async () => {
    const types = {
      restaurant: 'Restaurant',
      store: 'GroceryStore',
      shop: 'Store',
      pharmacy: 'Pharmacy',
      service: 'LocalBusiness',
      giftCard: 'Store'
    }
    for (const supplier of suppliers) {
      const html = await htmlOf(localePath('en', supplierPath(supplier.kind, supplier.alias)))
      const data = fact(html, types[supplier.kind])
      const [branch] = supplier.branches
      expect(data).toMatchObject({
        name: supplier.name,
        telephone: branch?.phone,
        address: { streetAddress: branch?.address, addressCountry: 'AM' }
      })
      const hours = data['openingHoursSpecification'] as { dayOfWeek: string[]; opens: string; closes: string }[]
      const told = hours.flatMap(({ dayOfWeek, opens, closes }) => dayOfWeek.map((day) => `${day} ${opens}-${closes}`))
      const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
      const kept = branch?.hours.flatMap((spans, day) => spans.map((span) => `${days[day] ?? ''} ${span.replace('24:00', '23:59')}`))
      expect(told.sort()).toEqual(kept?.sort())
      expect('hasMenu' in data).toBe(supplier.kind === 'restaurant')
      expect(JSON.stringify(data)).not.toMatch(/Red wine|rating/i)
    }
  })

  test('goods tell the price and the stock that people see, in drams', async () => {
    for (const code of ['SALE', 'GONE', 'WEIGHED', 'TEN']) {
      const product = await productOf(1, code)
      const html = await htmlOf(`/en/products/${product.id}`)
      const data = fact(html, 'Product')
      expect(data).toMatchObject({
        name: product.name,
        sku: `1-${code}`,
        offers: {
          price: product.price,
          priceCurrency: 'AMD',
          availability: `https://schema.org/${product.stock === 0 ? 'OutOfStock' : 'InStock'}`,
          url: `${shop.url}/en/products/${product.id}`
        }
      })
      expect(html).toContain(`data-price="${product.price}"`)
      expect(JSON.stringify(data).includes('"unitCode":"KGM"')).toBe(code === 'WEIGHED')
    }
  })

  test('goods for adults tell nothing', async () => {
    const { items } = await callIn('en')(catalogue.products, { query: { supplierId: 1, take: 200 } })
    const wine = items.find(({ adult }) => adult)
    const html = await htmlOf(`/en/products/${wine?.id ?? 0}`)
    expect(factsOf(html).map((data) => data['@type'])).toEqual(['BreadcrumbList'])
    expect(html).not.toContain('Red wine')
  })

  test('the policy lets no more script in than before', async () => {
    const answer = await fetch(`${shop.url}/en/restaurants/always-open`)
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|script-src[^;]*\*/)
  })
})

describe('pictures of links', () => {
  test('are 1200 by 630, drawn once and the same for whoever asks', async () => {
    for (const path of ['/', '/en/restaurants/always-open', '/ru/campaigns']) {
      const address = metaOf(await htmlOf(path), 'og:image')
      expect(address.startsWith(shop.url), path).toBe(true)
      const answer = await fetch(address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.length).toBeLessThan(150_000)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
      const again = await fetch(address, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
  })

  test.each(['999999', '0', '-1', 'shop2', '1.5', '..%2f..%2fsecret'])('of %s there is none', async (name) => {
    expect((await fetch(`${shop.url}/pictures/share/${name}.jpg`)).status).toBe(404)
  })
})

const locsOf = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => decode(loc))

describe('sitemaps', () => {
  test('name every page of every language by its own address, and nothing else', async () => {
    const index = await fetch(`${shop.url}/sitemap.xml`)
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const files = locsOf(await index.text())
    expect(files).toHaveLength(LOCALES.length * 4)
    const named = new Set<string>()
    for (const file of files) {
      const answer = await fetch(file)
      expect(answer.status, file).toBe(200)
      const locs = locsOf(await answer.text())
      expect(locs.length, file).toBeGreaterThan(0)
      expect(locs.length, file).toBeLessThanOrEqual(50_000)
      for (const loc of locs) named.add(loc)
    }
    for (const loc of named) expect(canonicalOf(await htmlOf(loc.replace(shop.url, '') || '/'))).toBe(loc)
    expect([...named].filter((loc) => loc.includes('?') && !/\?category=[a-z-]+$/.test(loc))).toEqual([])
    const { items } = await callIn('hy')(catalogue.products, { query: { supplierId: 1, take: 200 } })
    for (const { id, adult } of items) expect(named.has(`${shop.url}/products/${id}`)).toBe(!adult)
    for (const { kind, alias } of suppliers)
      for (const locale of LOCALES) expect(named.has(shop.url + localePath(locale, supplierPath(kind, alias)))).toBe(true)
    expect([...named].filter((loc) => /account|checkout|gallery|buy-it-again|\/hy(\/|$)/.test(loc))).toEqual([])
  })

  test.each([
    '/sitemaps/hy/products-2.xml',
    '/sitemaps/de/pages.xml',
    '/sitemaps/hy/secrets.xml',
    '/sitemaps/hy/products-0.xml',
    '/sitemaps/'
  ])('%s is none', async (path) => {
    expect((await fetch(shop.url + path)).status).toBe(404)
  })

  test('robots are told where they are, and what is nobody’s business', async () => {
    const text = await (await fetch(`${shop.url}/robots.txt`)).text()
    expect(text).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
    for (const path of ['/api/', '/account', '/ru/checkout', '/en/picks/buy-it-again']) expect(text).toContain(`Disallow: ${path}\n`)
  })
})

test('without script, home and sections show every block they are made of', async () => {
  const call = callIn('en')
  const sections = {
    main: '/en',
    restaurants: '/en/restaurants',
    supermarkets: '/en/supermarkets',
    shops: '/en/shops',
    pharmacies: '/en/pharmacies'
  }
  for (const alias of HOME_SECTIONS) {
    const { blocks } = await call(home.blocks, { params: { alias } })
    const html = await htmlOf(sections[alias])
    expect(html.match(/class="block block-/g)).toHaveLength(blocks.length)
    for (const block of blocks) {
      if ('suppliers' in block) for (const { name } of block.suppliers) expect(decode(html)).toContain(name)
      if ('products' in block) for (const { name } of block.products) expect(decode(html)).toContain(name)
      if ('banners' in block)
        for (const { title, href } of block.banners)
          expect([decode(html).includes(title), html.includes(`href="/en${href}`)]).toEqual([true, true])
      if ('facts' in block) for (const { text } of block.facts) expect(decode(html)).toContain(text)
      if (block.type === 'html-code') expect(html).toContain(block.html.replaceAll('href="/', 'href="/en/'))
    }
  }
})
