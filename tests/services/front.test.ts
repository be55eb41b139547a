import { describe, expect, test } from 'vitest'
import { acceptedEncoding, matchesEtag } from '#server/front/encoding.ts'
import { openBlocks } from '#components/home/open-blocks.ts'
import { listingHref, pageLinks } from '#components/listing/address.ts'
import type { HomeBlock } from '#contract/home/calls.ts'
import { categoryPath } from '#domain/home.ts'
import { routeOf } from '#server/front/routes.ts'

const place = (address: string) => {
  const url = new URL(address, 'http://shop')
  return routeOf(url.pathname, url.searchParams)
}

describe('addresses', () => {
  test.each([
    ['/', 'hy', '/'],
    ['/en', 'en', '/en'],
    ['/ru/restaurants', 'ru', '/ru/restaurants'],
    ['/restaurants/hin-tonir', 'hy', '/restaurants/hin-tonir'],
    ['/en/products/12-pork-khorovats', 'en', '/en/products/12'],
    ['/ru/picks/find-gift?price=0-5000&occasion=love&x=1', 'ru', '/ru/picks/find-gift?occasion=love&price=0-5000'],
    ['/picks/hot-deals?page=2&occasion=love', 'hy', '/picks/hot-deals?page=2'],
    ['/picks/find-gift?price=1-2', 'hy', '/picks/find-gift'],
    ['/en/campaigns/card-cashback', 'en', '/en/campaigns/card-cashback'],
    ['/products?f=p-vegan&f=c-AM|p-vegan&max=900&min=', 'hy', '/products?f=c-AM%7Cp-vegan&max=900'],
    ['/ru/products?f%5B%5D=p-vegan&f%5B%5D=c-AM&to=48', 'ru', '/ru/products?f=c-AM%7Cp-vegan&to=48'],
    ['/brands/arevak?f=x-1&sort=9&page=1&size=24', 'hy', '/brands/arevak'],
    ['/restaurants?near=40.18,44.51&sort=3&deals=1', 'hy', '/restaurants?deals=1&sort=3&near=40.18%2C44.51'],
    ['/restaurants?near=40.18234,44.51672', 'hy', '/restaurants'],
    ['/shops?min=500&f=c-AM&f=b-arevak&max=x', 'hy', '/shops?f=b-arevak%7Cc-AM&min=500'],
    ['/restaurants?to=72', 'hy', '/restaurants?to=96'],
    ['/products?to=240', 'hy', '/products?to=192'],
    ['/products?to=24', 'hy', '/products']
  ])('%s is a page in %s', (address, locale, key) => {
    expect(place(address)).toEqual({ kind: 'page', locale, key, url: key })
  })

  test.each([
    ['/hy', '/'],
    ['/hy/restaurants?city=gyumri', '/restaurants?city=gyumri'],
    ['/hy//evil.example', '/evil.example'],
    ['/en/restaurants/', '/en/restaurants'],
    ['/ru/account/my-payment', '/ru/account/payment'],
    ['/restaurants?lng=ru&open=1', '/ru/restaurants?open=1'],
    ['/en?lng=hy', '/']
  ])('%s leads to %s', (address, to) => {
    expect(place(address)).toEqual({ kind: 'redirect', to })
  })

  test.each([
    '/picks/gift-cards',
    '/picks/3',
    '/xx',
    '/de/restaurants',
    '/a/b/c',
    '/en/en',
    '/restaurants/A%00',
    '/restaurants/..%2f..',
    '/products/abc',
    '/products/0',
    '/en/account/orders/1'
  ])('%s is nothing', (address) => {
    expect(place(address).kind).toBe('missing')
  })

  test('campaign parameters and unknown ones are no part of the key; known ones are, in one order', () => {
    expect(place('/restaurants?utm_source=x&page=2&fbclid=1&city=gyumri&groupHash=h')).toMatchObject({
      key: '/restaurants?city=gyumri&page=2'
    })
    expect(place(`/restaurants?city=${'x'.repeat(500)}`)).toMatchObject({ key: '/restaurants' })
  })

  test.each(['open=2', 'open=true', 'sort=cheap', 'page=1', 'page=01', 'page=-1', 'category=%3Cscript%3E', 'city=A'])(
    'a value that means nothing makes no other page: %s',
    (query) => {
      expect(place(`/restaurants?${query}`)).toMatchObject({ key: '/restaurants' })
    }
  )

  test('a product and a supplier are one page whatever is written behind them', () => {
    expect(place('/products/12?selectedOptions=5&page=3')).toEqual(place('/products/12-any-name'))
    expect(place('/restaurants/hin-tonir?page=2')).toMatchObject({ key: '/restaurants/hin-tonir' })
  })

  test('an address as the site writes it is its own key', () => {
    const written = listingHref('ru', 'restaurant', { category: 'pizza', city: 'gyumri', open: true, sort: 4, page: 3 })
    expect(place(written)).toMatchObject({ key: written })
  })

  test('one page serves every order number', () => {
    expect(place('/en/account/orders/100001')).toEqual(place('/en/account/orders/100002'))
    expect(place('/en/account/orders/W00012/invoice')).toEqual(place('/en/account/orders/100002/invoice'))
  })
})

describe('encodings', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0., gzip', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['br;q=0.5, gzip; q=0.5', 'br'],
    ['br;q=0.5, identity', 'identity'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', 'identity'],
    ['br;q=most', 'identity'],
    ['', 'identity'],
    [undefined, 'identity']
  ])('%s -> %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })

  test('weak and listed tags match', () => {
    expect(matchesEtag('W/"a", "b"', 'W/"b"')).toBe(true)
    expect(matchesEtag('*', '"x"')).toBe(true)
    expect(matchesEtag('"c"', '"x"')).toBe(false)
    expect(matchesEtag(undefined, '"x"')).toBe(false)
  })
})

test('a pager has the first page, five around the current one or three on phones, and the last page', () => {
  const links = (current: number, pages: number) =>
    pageLinks(current, pages).map(({ page, isWide, gap }) => `${gap && `${gap}…`}${page}${isWide ? ' wide' : ''}`)
  expect(links(1, 1)).toEqual(['1'])
  expect(links(2, 3)).toEqual(['1', '2', '3'])
  expect(links(1, 9)).toEqual(['1', '2', '3', '4 wide', '5 wide', 'both…9'])
  expect(links(5, 9)).toEqual(['1', 'wide…3 wide', 'phone…4', '5', '6', '7 wide', 'both…9'])
  expect(links(9, 9)).toEqual(['1', 'wide…5 wide', '6 wide', 'phone…7', '8', '9'])
})

test('a block of places that are all closed is not shown above their list', () => {
  const block = (key: string, ...states: (0 | 1)[]) => ({ key, suppliers: states.map((status) => ({ open: { status } })) })
  const blocks = [block('closed', 1, 1), block('open', 1, 0), { key: 'banner' }] as unknown as HomeBlock[]
  expect(openBlocks(blocks).map((one) => (one as unknown as { key: string }).key)).toEqual(['open', 'banner'])
})

test('a category of goods leads to the goods, a cuisine to its places', () => {
  expect(categoryPath('shop', 'flowers')).toBe('/categories/flowers')
  expect(categoryPath('restaurant', 'pizza')).toBe('/restaurants?category=pizza')
})
