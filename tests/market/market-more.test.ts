import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

const CSV = 'suppliers/first/products.csv'
let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const MORE = `properties:
  - key: diet
    name: { hy: Սնունդ, en: Diet, ru: Питание }
    values:
      - { key: vegan, name: { hy: Բուսական, en: Vegan, ru: Веганское } }
catalogs:
  - { key: green, picture: 🍕, hue: 100, name: { hy: Կանաչ, en: Green, ru: Зелёное }, properties: [vegan] }
`
/** A market with everything a file may have besides. */
const richMarket = (): MarketFiles => {
  const files = goodMarket()
  const [header, ...lines] = String(files[CSV]).trim().split('\n')
  const cells = ['vegan,500 g,A-2', ',,', 'vegan,,']
  return {
    ...files,
    [CSV]: `${header},properties,content,gifts\n${lines.map((line, index) => `${line},${cells[index]}`).join('\n')}\n`,
    'market.yaml': String(files['market.yaml']).replace('brands:', `${MORE}brands:`)
  }
}
const told = async (files: MarketFiles): Promise<string[]> => {
  const cause: unknown = await importMarket(engine, writeMarket(files)).catch((error: unknown) => error)
  return cause instanceof MarketFaults ? cause.faults.map(formatFault) : []
}

test('properties, contents, gifts, catalogs and parents are taken in, and taken away again', async () => {
  const child = edit(richMarket(), 'market.yaml', 'brands:', 'brands:')
  const files = {
    ...child,
    'market.yaml': String(child['market.yaml']).replace(
      'categories:\n',
      'categories:\n  - { key: thin, kind: restaurant, parent: pizza, picture: 🍕, name: { hy: Բարակ, en: Thin, ru: Тонкая } }\n'
    )
  }
  await importMarket(engine, writeMarket(files))
  const goods = await rowsOf<{ code: string; properties: string[]; content: unknown; gifts: string[] }>(
    engine.db,
    sql`select code, properties, content, gifts from products where supplier_id = 101 order by code`
  )
  expect(goods[0]).toEqual({ code: 'A-1', properties: ['vegan'], content: { amount: 500, unit: 'g' }, gifts: ['A-2'] })
  expect(goods[1]).toMatchObject({ properties: [], content: null, gifts: [] })
  const parents = () =>
    rowsOf(engine.db, sql`select c.key, p.key as parent from categories c join categories p on p.id = c.parent_id order by c.key`)
  expect(await parents()).toEqual([{ key: 'thin', parent: 'pizza' }])
  expect((await importMarket(engine, writeMarket(files))).otherChanges).toBe(0)

  await importMarket(engine, writeMarket(goodMarket()))
  const [left] = await rowsOf(
    engine.db,
    sql`select (select count(*)::int from properties) as properties, (select count(*)::int from catalogs where active) as catalogs,
      (select count(*)::int from products where properties <> '[]') as goods`
  )
  expect(left).toEqual({ properties: 0, catalogs: 0, goods: 0 })
  expect(await parents()).toEqual([])
})

/** The same with prices by quantity, and labels that change something or nothing. */
const tieredMarket = (tiers: string, labels = 'up_to_sale|use_points'): MarketFiles => {
  const files = goodMarket()
  const [header, first = '', ...lines] = String(files[CSV]).trim().split('\n')
  const rows = [`${first.replace('new|sale', labels)},${tiers}`, ...lines.map((line) => `${line},`)]
  return { ...files, [CSV]: `${header},tiers\n${rows.join('\n')}\n` }
}
const SUPPLIER = 'suppliers/first/supplier.yaml'

test('tiers are taken in, and labels only where they change something', async () => {
  const stored = async (files: MarketFiles) => {
    await importMarket(engine, writeMarket(files))
    const [row] = await rowsOf(
      engine.db,
      sql`select p.labels, p.tiers, s.points_labelled as labelled from products p join suppliers s on s.id = p.supplier_id where p.supplier_id = 101 and p.code = 'A-1'`
    )
    return row
  }
  const tiers = [
    { from: 3, discount: 5 },
    { from: 6, discount: 10 }
  ]
  expect(await stored(tieredMarket('3:5|6:10'))).toEqual({ labels: ['up_to_sale'], tiers, labelled: false })
  const labelled = edit(tieredMarket(''), SUPPLIER, 'refuses: []', 'refuses: []\npoints: labelled')
  expect(await stored(labelled)).toEqual({ labels: ['use_points'], tiers: null, labelled: true })
  expect(await stored(tieredMarket(''))).toEqual({ labels: [], tiers: null, labelled: false })
})

test.each([
  ['without the label', tieredMarket('3:5', 'new'), `${CSV}:2: tiers: stand without the label up_to_sale`],
  ['that fall', tieredMarket('3:5|6:4'), `${CSV}:2: tiers: is "3:5|6:4", expected up to 5 pairs`],
  ['twice from the same', tieredMarket('3:5|3:10'), `${CSV}:2: tiers: `],
  ['of all of the price', tieredMarket('3:99'), `${CSV}:2: tiers: `],
  ['of nothing', tieredMarket('3'), `${CSV}:2: tiers: `],
  ['six of them', tieredMarket('1:1|2:2|3:3|4:4|5:5|6:6'), `${CSV}:2: tiers: `],
  ['points for something else', edit(goodMarket(), SUPPLIER, 'refuses: []', 'refuses: []\npoints: some'), `${SUPPLIER}:14: points: `]
])('tiers %s are refused', async (_name, files, start) => {
  expect(await told(files)).toEqual([expect.stringContaining(start)])
})

test.each([
  ['a property nobody knows', CSV, 'vegan,500 g', 'crunchy,500 g', `${CSV}:2: properties: `],
  ['a content without a unit', CSV, '500 g', '500', `${CSV}:2: content: `],
  ['a content of nothing', CSV, '500 g', '0 g', `${CSV}:2: content: `],
  ['a gift that is not sold', CSV, ',A-2', ',A-9', `${CSV}:2: gifts: `],
  ['columns in another order', CSV, 'properties,content', 'content,properties', `${CSV}:1: `],
  [
    'a parent of another kind',
    'market.yaml',
    'kind: store, picture',
    'kind: store, parent: pizza, picture',
    'market.yaml:6: categories[1].parent: '
  ],
  [
    'a catalog of unknown properties',
    'market.yaml',
    'properties: [vegan]',
    'properties: [raw]',
    'market.yaml:13: catalogs[0].properties[0]: '
  ],
  [
    'an option that is half sold out',
    'suppliers/first/supplier.yaml',
    'price: 900 }',
    'price: 900, soldOut: maybe }',
    'suppliers/first/supplier.yaml:'
  ]
])('%s is told', async (_name, file, from, to, start) => {
  const faults = await told(edit(richMarket(), file, from, to))
  expect(faults).toEqual([expect.stringContaining(start)])
})
