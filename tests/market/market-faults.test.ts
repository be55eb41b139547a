import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'
import { FAULTS_LIMIT, formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, HEADER, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

const MARKET = 'market.yaml'
const YAML = 'suppliers/first/supplier.yaml'
const CSV = 'suppliers/first/products.csv'
const VOUCHERS = 'vouchers.yaml'
const VOUCHER = `- code: FIXED
  title: { hy: Զեղչ, en: Less, ru: Скидка }
  kind: fixed
  amount: 500
  funder: market
  from: 2026-11-01
  to: 2026-11-30
  suppliers: [first]
`
let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const faultsOf = async (files: MarketFiles): Promise<MarketFaults> => {
  const cause: unknown = await importMarket(engine, writeMarket(files)).then(
    () => null,
    (error: unknown) => error
  )
  if (!(cause instanceof MarketFaults)) throw new Error(`expected faults, got ${String(cause)}`)
  return cause
}
const told = async (files: MarketFiles): Promise<string[]> => (await faultsOf(files)).faults.map(formatFault)

/** file, what is replaced, by what, and the start and a part of the only fault. */
const CASES: [name: string, file: string, from: string, to: string, start: string, part: string][] = [
  ['unknown key', YAML, 'hue: 15', 'hue: 15\ncolour: red', `${YAML}:8: colour: `, 'no such key'],
  [
    'commission above all',
    YAML,
    'commission: 12.5',
    'commission: 101',
    `${YAML}:46: commission: `,
    'is 101, expected a percentage from 0 to 100'
  ],
  [
    'commission of three decimals',
    YAML,
    'commission: 12.5',
    'commission: 1.005',
    `${YAML}:46: commission: `,
    'is 1.005, expected a percentage'
  ],
  ['missing key', YAML, 'packing: 100\n', '', `${YAML}:1: packing: `, 'is missing, expected AMD'],
  ['key twice', YAML, 'hue: 15', 'hue: 15\nhue: 16', `${YAML}:8: `, 'twice'],
  ['no YAML', YAML, 'categories: [pizza]', 'categories: [pizza', `${YAML}:6: `, 'is no YAML'],
  ['missing language', YAML, ', ru: Лавка A', '', `${YAML}:3: name.ru: `, 'is missing'],
  ['Armenian in Latin letters', YAML, 'hy: Լավ խանութ։', 'hy: Lav khanut', `${YAML}:4: description.hy: `, 'Armenian letters'],
  ['Armenian letters in English', YAML, 'en: A good shop.', 'en: Լավ shop', `${YAML}:4: description.en: `, 'no Armenian letters'],
  [
    'marks of direction',
    YAML,
    'en: A good shop.',
    'en: A \u202edoog shop.',
    `${YAML}:4: description.en: `,
    'no invisible marks of direction'
  ],
  ['split և', YAML, 'hy: Լավ խանութ։', 'hy: Լավ եւ էժան', `${YAML}:4: description.hy: `, 'և in place of եւ'],
  ['tax id as a number', YAML, "'01234567'", '01234567', `${YAML}:8: taxId: `, '8 digits, in quotes'],
  ['hue', YAML, 'hue: 15', 'hue: 360', `${YAML}:7: hue: `, 'is 360, expected a whole number from 0 to 359'],
  ['kind', YAML, 'kind: restaurant', 'kind: cafe', `${YAML}:2: kind: `, 'one of store, restaurant'],
  ['category unknown', YAML, '[pizza]', '[sushi]', `${YAML}:5: categories[0]: `, 'a category of market.yaml'],
  ['category of another kind', YAML, '[pizza]', '[groceries]', `${YAML}:5: categories[0]: `, 'kind store'],
  ['one emoji', YAML, '[🍕, 🛒]', '[🍕]', `${YAML}:6: pictures: `, 'two or three'],
  ['no emoji', YAML, '[🍕, 🛒]', '[🍕, pizza]', `${YAML}:6: pictures[1]: `, 'emoji of the picture set'],
  ['cover that is not there', YAML, '[🍕, 🛒]', '[cover.jpg]', `${YAML}:6: pictures[0]: `, 'no such file'],
  ['rating', YAML, 'average: 4.7', 'average: 5.1', `${YAML}:9: rating.average: `, 'from 1 to 5'],
  ['negative amount', YAML, 'minimum: 2000', 'minimum: -1', `${YAML}:11: minimum: `, 'AMD from 0'],
  ['two decimals', YAML, '700.5', '700.55', `${YAML}:33: branches[0].zones[1].price: `, 'one decimal'],
  ['refusal unknown', YAML, 'refuses: []', 'refuses: [cash]', `${YAML}:13: refuses[0]: `, 'bankTransfer'],
  ['city unknown', YAML, 'city: yerevan', 'city: goris', `${YAML}:16: branches[0].city: `, 'yerevan, gyumri'],
  ['lat and lng swapped', YAML, 'lat: 40.18234', 'lat: 44.51672', `${YAML}:18: branches[0].lat: `, 'from 38.8 to 41.4'],
  ['far from its city', YAML, 'city: yerevan', 'city: gyumri', `${YAML}:18: branches[0].lat: `, 'km from gyumri'],
  ['phone', YAML, '+37410123456', '+3741012345', `${YAML}:20: branches[0].phone: `, 'Armenian number'],
  ['day missing', YAML, '      sun: []\n', '', `${YAML}:22: branches[0].hours.sun: `, 'is missing'],
  ['span that is none', YAML, "mon: ['10:00-23:00']", "mon: ['10-23']", `${YAML}:22: branches[0].hours.mon[0]: `, 'a span such as'],
  ['spans overlap', YAML, "'17:00-02:00'", "'14:00-02:00'", `${YAML}:23: branches[0].hours.tue[1]: `, 'overlaps'],
  ['overlap past midnight', YAML, "wed: ['03:00-24:00']", "wed: ['01:00-24:00']", `${YAML}:24: branches[0].hours.wed[0]: `, 'overlaps'],
  ['overlap over the week', YAML, 'sun: []', "sun: ['20:00-11:00']", `${YAML}:22: branches[0].hours.mon[0]: `, 'overlaps'],
  ['no such day', YAML, 'from: 2026-12-31', 'from: 2026-12-32', `${YAML}:30: branches[0].exceptions[0].from: `, 'a date that exists'],
  ['exception upside down', YAML, 'to: 2027-01-02', 'to: 2026-12-30', `${YAML}:30: branches[0].exceptions[0].to: `, 'before 2026-12-31'],
  ['zones shrink', YAML, 'upToKm: 6', 'upToKm: 2', `${YAML}:33: branches[0].zones[1].upToKm: `, 'zones that grow'],
  [
    'department twice',
    YAML,
    'options:\n',
    '  - { key: main, name: { hy: Այլ, en: Other, ru: Другое } }\noptions:\n',
    `${YAML}:37: departments[2].key: `,
    'every key once'
  ],
  ['min above max', YAML, '    min: 1', '    min: 2', `${YAML}:41: options[0].min: `, 'more than max'],
  ['radio of two', YAML, '    max: 1', '    max: 2', `${YAML}:42: options[0].max: `, 'of a radio one is chosen'],
  [
    'max above values',
    YAML,
    'type: radio\n    min: 1\n    max: 1',
    'type: checkbox\n    min: 1\n    max: 3',
    `${YAML}:42: options[0].max: `,
    '2 values'
  ],
  ['value twice', YAML, 'key: large', 'key: small', `${YAML}:45: options[0].values[1].key: `, 'every key once'],
  ['supplier id taken', YAML, 'id: 101\n', 'id: 102\n', 'suppliers/second/supplier.yaml:1: id: ', 'belongs already to first'],
  ['branch id taken', YAML, 'id: 1011', 'id: 1021', 'suppliers/second/supplier.yaml:15: branches[0].id: ', 'first, branches[0]'],

  ['city far away', MARKET, 'lat: 40.1777', 'lat: 55.75', `${MARKET}:2: cities[0].lat: `, 'from 38.8'],
  [
    'commission of no kind',
    MARKET,
    'categories:',
    'commission: { cafe: 8 }\ncategories:',
    `${MARKET}:4: commission.cafe: `,
    'known here: store, restaurant'
  ],
  ['category twice', MARKET, 'key: groceries', 'key: pizza', `${MARKET}:6: categories[1].key: `, 'every key once'],
  ['category picture', MARKET, 'picture: 🛒', 'picture: x', `${MARKET}:6: categories[1].picture: `, 'one emoji'],

  ['unknown column', CSV, 'discount,unit', 'rebate,unit', `${CSV}:1: rebate: `, 'no such column'],
  ['missing column', CSV, 'discount,unit', 'unit', `${CSV}:1: discount: `, 'the column is missing'],
  ['columns in another order', CSV, 'brand,country', 'country,brand', `${CSV}:1: brand: `, 'another order'],
  ['semicolons', CSV, HEADER, HEADER.replaceAll(',', ';'), `${CSV}:1: `, 'semicolons'],
  ['cell too few', CSV, ',🧀,', ',🧀', `${CSV}:3: `, 'has 18 cells, expected 19'],
  ['empty line', CSV, 'A-2,', '\nA-2,', `${CSV}:3: `, 'the line is empty'],
  ['quote not closed', CSV, '"Պանիր, լոլիկ"', '"Պանիր, լոլիկ', `${CSV}:2: description_hy: `, 'after the closing quote'],
  ['quote open to the end', CSV, ',🧀,', ',"🧀,', `${CSV}:3: picture: `, 'not closed on this line'],
  ['quote inside a cell', CSV, ',Cheese,', ',Che"ese,', `${CSV}:3: name_en: `, 'without quotes'],
  ['code twice', CSV, 'A-3', 'A-1', `${CSV}:4: code: `, '"A-1" stands already in line 2'],
  ['code with spaces', CSV, 'A-3', 'A 3', `${CSV}:4: code: `, 'latin letters'],
  ['department unknown', CSV, 'A-2,main', 'A-2,cellar', `${CSV}:3: department: `, 'a department of supplier.yaml'],
  ['name missing', CSV, ',Cheese,', ',,', `${CSV}:3: name_en: `, 'is empty, expected text'],
  ['name in Latin letters', CSV, 'A-2,main,Պանիր', 'A-2,main,Panir', `${CSV}:3: name_hy: `, 'Armenian letters'],
  ['broken letters', CSV, ',Cheese,', ',Che\ufffdse,', `${CSV}:3: name_en: `, 'another encoding'],
  ['description in one language', CSV, ',"Сыр, томат"', ',', `${CSV}:2: description_ru: `, 'all three languages'],
  ['price no number', CSV, '4200.5', 'cheap', `${CSV}:3: price: `, 'is "cheap", expected AMD'],
  ['price negative', CSV, '4200.5', '-5', `${CSV}:3: price: `, 'above 0'],
  ['price with a comma', CSV, '4200.5', '"4200,5"', `${CSV}:3: price: `, 'a point, not a comma'],
  ['price of nothing', CSV, '4200.5', '0', `${CSV}:3: price: `, 'above 0'],
  ['discount', CSV, '2500,10', '2500,95', `${CSV}:2: discount: `, 'from 0 to 90'],
  ['unit unknown', CSV, 'gram', 'pound', `${CSV}:3: unit: `, 'one of piece, gram'],
  ['minimum of pieces', CSV, 'piece,2,', 'piece,1.5,', `${CSV}:4: minimum: `, 'a whole number'],
  ['minimum of weighed goods', CSV, '0.3', '0.333', `${CSV}:3: minimum: `, 'two decimals'],
  ['stock', CSV, 'piece,,5', 'piece,,-5', `${CSV}:2: stock: `, '0 for out of stock'],
  ['label unknown', CSV, 'new|sale', 'new|cheap', `${CSV}:2: labels: `, 'is "cheap"'],
  ['label twice', CSV, 'new|sale', 'new|new', `${CSV}:2: labels: `, 'stands twice'],
  ['brand unknown', CSV, 'sevan', 'ararat', `${CSV}:2: brand: `, 'a brand of market.yaml'],
  ['country', CSV, 'IT', 'UK', `${CSV}:3: country: `, 'ISO 3166'],
  ['adult', CSV, 'AM,1', 'AM,yes', `${CSV}:4: adult: `, '1, 0 or nothing'],
  ['picture', CSV, '🧀', 'cheese', `${CSV}:3: picture: `, 'one emoji'],
  ['two pictures', CSV, '🧀', '🧀🍕', `${CSV}:3: picture: `, 'one emoji'],
  ['picture that is not there', CSV, '🧀', 'cheese.png', `${CSV}:3: picture: `, 'no such file'],
  ['picture elsewhere', CSV, '🧀', '../second/a.png', `${CSV}:3: picture: `, 'one emoji'],
  ['one of several pictures unknown', CSV, '🧀', '🧀|cheese', `${CSV}:3: picture: `, 'is "cheese", expected one emoji'],
  ['no picture between two', CSV, '🧀', '🧀||🍕', `${CSV}:3: picture: `, 'is "", expected one emoji'],
  ['a picture twice', CSV, '🧀', '🧀|🍕|🧀', `${CSV}:3: picture: `, '"🧀" stands twice'],
  ['one of several pictures not there', CSV, '🧀', '🧀|cut.png', `${CSV}:3: picture: `, 'no such file'],
  ['too many pictures', CSV, '🧀', '🧀|🍕|🍅|🌿|🍷|🛒|🍯|🥚|🧄', `${CSV}:3: picture: `, 'names 9 pictures, expected at most 8'],
  ['options unknown', CSV, '🍕,size', '🍕,sauce', `${CSV}:2: options: `, 'is "sauce"']
]

describe('a fault is told with its line, its field and what was expected', () => {
  it.each(CASES)('%s', async (_name, file, from, to, start, part) => {
    const faults = await told(edit(goodMarket(), file, from, to))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(part)
    expect(faults[0]?.slice(0, start.length)).toBe(start)
  })

  it.each([
    ['code: FIXED', 'code: fixed', 1, 'code', '3 to 24 capital latin letters'],
    ['kind: fixed', 'kind: gift', 3, 'kind', 'one of fixed, percent, free-delivery'],
    ['  amount: 500\n', '', 1, 'amount', 'is missing'],
    ['amount: 500', 'amount: -500', 4, 'amount', 'is -500'],
    ['amount: 500', 'amount: 500\n  cap: 100', 5, 'cap', 'belongs to percent vouchers only'],
    ['funder: market', 'funder: bank', 5, 'funder', 'one of market, supplier'],
    ['to: 2026-11-30', 'to: 2026-11-31', 7, 'to', 'a day such as'],
    ['to: 2026-11-30', 'to: 2026-10-31', 7, 'to', 'expected no day before 2026-11-01'],
    ['[first]', '[third]', 8, 'suppliers[0]', 'expected the folder of a supplier'],
    ['[first]', '[first]\n  perPerson: 0', 9, 'perPerson', 'is 0'],
    ['[first]', `[first]\n${VOUCHER.trimEnd()}`, 9, 'code', 'stands already at [0]']
  ])('of a voucher: %s as %s', async (from, to, line, field, part) => {
    const faults = await told(edit({ ...goodMarket(), [VOUCHERS]: VOUCHER }, VOUCHERS, from, to))
    expect(faults).toEqual([expect.stringContaining(part)])
    expect(faults[0]).toMatch(`${VOUCHERS}:${line}: `)
    expect(faults[0]).toContain(field)
  })

  it('files that are empty, missing or no text', async () => {
    expect(await told({ ...goodMarket(), [CSV]: '' })).toEqual([expect.stringContaining(`${CSV}:1: is empty`)])
    expect(await told({ ...goodMarket(), [CSV]: `${HEADER}\n` })).toEqual([expect.stringContaining(`${CSV}:1: has no products`)])
    expect(await told({ ...goodMarket(), [YAML]: ' \n' })).toEqual([expect.stringContaining(`${YAML}:1: is empty`)])
    const { [CSV]: _csv, ...missing } = goodMarket()
    expect(await told(missing)).toEqual([`${CSV}: is missing; expected a file here`])
    expect(await told({ [MARKET]: 'cities: []' })).toEqual([expect.stringContaining('suppliers: is empty')])
    expect(await told({ ...goodMarket(), [CSV]: Buffer.from(`\ufeff${String(goodMarket()[CSV])}`, 'utf16le') })).toEqual([
      expect.stringContaining('UTF-16')
    ])
  })

  it('a line in another encoding', async () => {
    const csv = Buffer.from(String(goodMarket()[CSV]))
    const at = csv.indexOf('Cheese,Сыр')
    csv[at] = 0xff
    expect(await told({ ...goodMarket(), [CSV]: csv })).toEqual([expect.stringContaining(`${CSV}:3: is not UTF-8`)])
  })

  it('a picture that is none', async () => {
    const files = edit({ ...goodMarket(), 'suppliers/first/a.png': 'no picture' }, CSV, '🧀', 'a.png')
    expect(await told(files)).toEqual([expect.stringContaining(`${CSV}:3: picture: is no png, although its name says so`)])
  })

  it('all of them at once, each once', async () => {
    let files = edit(goodMarket(), CSV, '4200.5', 'cheap')
    files = edit(files, CSV, 'gram', 'pound')
    files = edit(files, CSV, 'A-3', 'A-1')
    files = edit(files, YAML, 'hue: 15', 'hue: 500')
    files = edit(files, 'suppliers/second/products.csv', 'AM,1', 'AM,2')
    const faults = await told(files)
    expect(faults.map((fault) => fault.split(': ').slice(0, 2).join(' '))).toEqual([
      `${YAML}:7 hue`,
      `${CSV}:3 price`,
      `${CSV}:3 unit`,
      `${CSV}:4 code`,
      'suppliers/second/products.csv:4 adult'
    ])
  })

  it('not more than anybody reads', async () => {
    const lines = Array.from({ length: FAULTS_LIMIT + 50 }, () => 'x')
    const { faults, more } = await faultsOf({ ...goodMarket(), [CSV]: `${HEADER}\n${lines.join('\n')}\n` })
    expect(faults).toHaveLength(FAULTS_LIMIT)
    expect(more).toBe(true)
  })

  it('a path that leads nowhere, or to a file', async () => {
    const root = writeMarket(goodMarket())
    await expect(importMarket(engine, `${root}/nowhere`)).rejects.toThrow('there is no such folder')
    await expect(importMarket(engine, `${root}/market.yaml`)).rejects.toThrow('is a file')
    await expect(importMarket(engine, `${root}/suppliers`)).rejects.toThrow('has no folder suppliers')
  })

  it('and nothing of a market with faults is written', async () => {
    const count = await engine.db.execute(sql`select (select count(*)::int from products) + (select count(*)::int from suppliers)
      + (select count(*)::int from cities) + (select count(*)::int from events) as n`)
    expect(count).toMatchObject({ rows: [{ n: 0 }] })
    const left = await engine.db.execute(sql`select nspname from pg_namespace where nspname like 'market_import_%'`)
    expect(left).toMatchObject({ rows: [] })
  })
})

describe('what spreadsheets write is no fault', () => {
  it('byte order mark and CRLF', async () => {
    const files = goodMarket()
    for (const name of Object.keys(files)) files[name] = `\ufeff${String(files[name]).replaceAll('\n', '\r\n')}`
    const result = await importMarket(engine, writeMarket(files))
    expect(result).toMatchObject({ suppliers: 2, products: 6, added: 6 })
    const again = await importMarket(engine, writeMarket(goodMarket()))
    expect(again).toMatchObject({ added: 0, changed: 0, withdrawn: 0, unchanged: 6, otherChanges: 0 })
  })
})
