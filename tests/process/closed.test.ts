import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES } from '#domain/locale.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'

// A market whose flower shop is closed for good, at whatever hour it is read; its roses are on the home page.

let shop: Shop
beforeAll(async () => {
  const market = newDataDir()
  cpSync(join(ROOT, 'tests/support/market'), market, { recursive: true })
  const flowers = join(market, 'suppliers/flowers/supplier.yaml')
  const goods = join(market, 'suppliers/flowers/products.csv')
  writeFileSync(goods, readFileSync(goods, 'utf8').replace(/^ROSE(.*)Roses(.*)$/m, '$&\nTULIP$1Tulips$2'))
  writeFileSync(flowers, readFileSync(flowers, 'utf8').replace(/\b(mon|tue|wed|thu|fri|sat|sun): \[.*\]/g, '$1: []'))
  shop = await startShop({ PORT: String(await freePort()), DATA_DIR: copyDataFolder('blank'), MARKET_DIR: market })
})
afterAll(async () => {
  await shop.end()
})

const htmlOf = async (path: string): Promise<string> => (await fetch(shop.url + path)).text()
const CLOSED = { hy: 'Ժամանակավորապես փակ է', en: 'Temporarily closed', ru: 'Временно закрыто' }
/** What stands below the name of each product, by the id of the product. */
const linesOf = (html: string): Map<string, string> =>
  new Map(
    [...html.matchAll(/<article class="product[^>]* data-product="(\d+)"[\s\S]*?<\/article>/g)].map(([card, id = '']) => [
      id,
      /class="product-from">([^<]*)/.exec(card)?.[1] ?? ''
    ])
  )

test.each(LOCALES)('whose seller is closed is said on every card and on the page of the product itself, in %s', async (locale) => {
  const start = locale === 'hy' ? '' : `/${locale}`
  const found = [...linesOf(await htmlOf(`${start}/search?supplier=flowers&term=rose`))]
  const [[rose, line] = ['', '']] = found
  expect(found).toHaveLength(1)
  expect(line).toBe(CLOSED[locale])
  expect(linesOf(await htmlOf(`${start}/`)).get(rose)).toContain(` · ${CLOSED[locale]}`)
  const page = await htmlOf(`${start}/products/${rose}`)
  expect(page).toContain(`<p class="muted">${CLOSED[locale]}</p>`)
  expect([...new Set(linesOf(page).values())]).toEqual([CLOSED[locale]])
})

test('who adds from its menu that was searched is asked at the door, as on its page; an open place says nothing', async () => {
  expect(await htmlOf('/en/search?supplier=flowers&term=rose')).toMatch(/data-supplier-page="4"[^>]* data-supplier-open="0"/)
  const open = await htmlOf('/en/search?supplier=always-open&term=tolma')
  expect(open).toMatch(/data-supplier-page="1"[^>]* data-supplier-open="1"/)
  expect([...linesOf(open).values()]).toEqual([''])
})
