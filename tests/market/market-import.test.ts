import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '#domain/search/folding.ts'
import type { Engine } from '#server/db/engine.ts'
import { importMarket, type ImportProgress } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, HEADER, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

const YAML = 'suppliers/first/supplier.yaml'
const CSV = 'suppliers/first/products.csv'
const NOW = Date.UTC(2026, 10, 20, 9)

let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const take = (files: MarketFiles) => importMarket(engine, writeMarket(files), { now: () => NOW })
const rows = async <Row>(text: string): Promise<Row[]> => {
  const result: unknown = await engine.db.execute(sql.raw(text))
  return (result as { rows: Row[] }).rows
}
const product = async (code: string, supplier = 101) => {
  const [row] = await rows<Record<string, unknown>>(`select * from products where supplier_id = ${supplier} and code = '${code}'`)
  return row ?? {}
}
const TABLES = [
  'cities',
  'categories',
  'brands',
  'suppliers',
  'branches',
  'supplier_categories',
  'departments',
  'option_groups',
  'option_values',
  'reviews',
  'products',
  'market_imports',
  'events'
]
/** Version of every row: a row that is written again gets another one. */
const versions = (): Promise<unknown[]> =>
  rows(
    TABLES.map((table) => `select '${table}' as t, xmin::text as x, ctid::text as c from ${table}`).join(' union all ') + ' order by t, c'
  )

describe('a market comes in', () => {
  it('with everything its files say', async () => {
    expect(await take(goodMarket())).toMatchObject({ suppliers: 2, products: 6, added: 6, changed: 0, withdrawn: 0, unchanged: 0 })
    expect(await product('A-1')).toMatchObject({
      name: { hy: 'Պիցցա', en: 'Pizza', ru: 'Пицца' },
      description: { en: 'Cheese, "tomato"' },
      base_price: 250_000,
      price: 225_000,
      discount: 10,
      unit_id: 1,
      minimum: 1,
      stock: 5,
      imported_stock: 5,
      labels: ['new', 'sale'],
      country: 'AM',
      adult: false,
      picture: 'pizza.cheese.tomato',
      withdrawn_at: null
    })
    expect(await product('A-2')).toMatchObject({
      base_price: 420_050,
      unit_id: 2,
      minimum: 30,
      stock: 2_550,
      description: null,
      brand_id: null
    })
    expect(await product('A-3')).toMatchObject({ minimum: 2, stock: null, adult: true, option_group_ids: [] })
    expect(String((await product('A-1')).search_text)).toContain(fold('Пицца Sevan').split(' ')[0])
  })

  it('with suppliers, branches, departments and options', async () => {
    expect(await rows('select * from suppliers order by id')).toMatchObject([
      {
        id: 101,
        alias: 'first',
        kind: 'restaurant',
        city: 'yerevan',
        minimum: 200_000,
        packing: 10_000,
        commission: 1_250,
        max_discount: 10,
        paper_bag: false
      },
      { id: 102, alias: 'second', kind: 'store' }
    ])
    const [branch] = await rows<{ hours: string[][]; zones: unknown[]; exceptions: unknown[] }>('select * from branches where id = 1011')
    expect(branch?.hours).toEqual([
      ['10:00-23:00'],
      ['10:00-15:00', '17:00-02:00'],
      ['03:00-24:00'],
      ['10:00-23:00'],
      ['10:00-02:00'],
      ['10:00-02:00'],
      []
    ])
    expect(branch?.zones).toEqual([
      { upToKm: 2, price: 40_000, minutes: 15, freeFrom: 800_000 },
      { upToKm: 6, price: 70_050, minutes: 30, freeFrom: null }
    ])
    expect(branch?.exceptions).toEqual([{ from: '2026-12-31', to: '2027-01-02', reason: 'holiday', hours: [] }])
    const chosen = await rows(`select v.key, v.price from products p join option_values v on p.option_group_ids @> to_jsonb(v.group_id)
      where p.supplier_id = 101 and p.code = 'A-1' order by v.position`)
    expect(chosen).toEqual([
      { key: 'small', price: 0 },
      { key: 'large', price: 90_000 }
    ])
    expect(await rows('select count(*)::int as n from categories where id > 20000')).toEqual([{ n: 2 }])
  })

  it('and a second time changes nothing, no row version either', async () => {
    const root = writeMarket(goodMarket())
    await importMarket(engine, root)
    const before = await versions()
    const result = await importMarket(engine, root)
    expect(result).toMatchObject({ added: 0, changed: 0, withdrawn: 0, unchanged: 6, otherChanges: 0 })
    expect(await versions()).toEqual(before)
  })

  it('and leaves no tables behind', async () => {
    expect(await rows(`select nspname from pg_namespace where nspname like 'market_import_%'`)).toEqual([])
  })

  it('telling how far it is', async () => {
    const seen: ImportProgress[] = []
    await importMarket(engine, writeMarket(goodMarket()), { onProgress: (progress) => void seen.push(progress) })
    expect(seen.map(({ phase }) => phase)).toEqual(['reading', 'reading', 'writing'])
    expect(seen[1]).toMatchObject({ lines: 8 })
    expect(seen[2]?.bytes).toBe(seen[2]?.totalBytes)
  })
})

describe('all or nothing', () => {
  it('a fault in the last line of the last file leaves everything as it was', async () => {
    const before = await versions()
    const files = edit(edit(goodMarket(), CSV, '2500,10', '2600,10'), 'suppliers/second/products.csv', 'AM,1', 'AM,yes')
    await expect(take(files)).rejects.toThrow('suppliers/second/products.csv:4: adult')
    expect(await versions()).toEqual(before)
  })

  it('so does a failure of the database in the middle of the swap', async () => {
    await engine.exec(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on products for each row execute function refuse();`)
    const before = await versions()
    const files = edit(edit(goodMarket(), CSV, 'A-3', 'A-9'), YAML, 'hue: 15', 'hue: 99')
    await expect(take(files)).rejects.toThrow('insert into products')
    await engine.exec('drop trigger refuse on products; drop function refuse')
    expect(await versions()).toEqual(before)
    expect(await rows(`select nspname from pg_namespace where nspname like 'market_import_%'`)).toEqual([])
  })

  it('two at once take turns', async () => {
    const results = await Promise.all([take(edit(goodMarket(), CSV, '2500,10', '2600,10')), take(goodMarket())])
    expect(results.map(({ changed }) => changed)).toEqual([1, 1])
    expect(await product('A-1')).toMatchObject({ base_price: 250_000 })
  })
})

describe('what changed in the files changes here', () => {
  it('a product keeps its id, and only it is written', async () => {
    const before = await rows<{ id: number; x: string }>('select id, xmin::text as x from products order by id')
    const [event] = await rows<{ id: number }>('select coalesce(max(id), 0)::int as id from events')
    expect(await take(edit(goodMarket(), CSV, '2500,10', '2600,'))).toMatchObject({ added: 0, changed: 1, unchanged: 5, withdrawn: 0 })
    const after = await rows<{ id: number; x: string }>('select id, xmin::text as x from products order by id')
    expect(after.filter(({ x }, index) => x !== before[index]?.x)).toHaveLength(1)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await rows('select max_discount from suppliers order by id')).toEqual([{ max_discount: 0 }, { max_discount: 10 }])
    expect(await rows(`select kind from events where id > ${event?.id ?? 0}`)).toEqual([{ kind: 'catalogue.changed' }])
    await take(goodMarket())
  })

  it('what is gone is withdrawn, what returns is itself again', async () => {
    const id = (await product('A-3')).id
    let files = edit(goodMarket(), CSV, String(goodMarket()[CSV]).split('\n')[3] + '\n', '')
    files = edit(files, YAML, `      - { key: large, name: { hy: Մեծ, en: Large, ru: Большая }, price: 900 }\n`, '')
    files = edit(files, YAML, `  - { key: drinks, name: { hy: Ըմպելիքներ, en: Drinks, ru: Напитки } }\n`, '')
    files = edit(files, 'market.yaml', `  - { key: sevan, name: { hy: Sevan, en: Sevan, ru: Sevan } }\n`, '')
    files = edit(edit(files, CSV, ',sevan,', ',,'), 'suppliers/second/products.csv', ',sevan,', ',,')
    expect(await take(files)).toMatchObject({ withdrawn: 1, changed: 2, unchanged: 3 })
    expect((await product('A-3')).withdrawn_at).not.toBeNull()
    const gone = `select (select count(*)::int from departments where withdrawn_at is not null) as departments,
      (select count(*)::int from option_values where withdrawn_at is not null) as values, (select count(*)::int from brands where active) as brands`
    expect(await rows(gone)).toEqual([{ departments: 1, values: 1, brands: 0 }])
    expect(await take(goodMarket())).toMatchObject({ added: 1, changed: 2, withdrawn: 0 })
    expect(await product('A-3')).toMatchObject({ id, withdrawn_at: null })
    expect(await rows(gone)).toEqual([{ departments: 0, values: 0, brands: 1 }])
  })

  it('a supplier goes with all it has, and comes back', async () => {
    const { [CSV]: _csv, [YAML]: _yaml, ...rest } = goodMarket()
    expect(await take(rest)).toMatchObject({ suppliers: 1, withdrawn: 3, unchanged: 3 })
    const left = `select (select count(*)::int from suppliers where withdrawn_at is null) as s, (select count(*)::int from branches where withdrawn_at is null) as b,
      (select count(*)::int from products where withdrawn_at is null) as p, (select count(*)::int from supplier_categories) as c`
    expect(await rows(left)).toEqual([{ s: 1, b: 1, p: 3, c: 1 }])
    expect(await take(goodMarket())).toMatchObject({ added: 3, unchanged: 3 })
    expect(await rows(left)).toEqual([{ s: 2, b: 2, p: 6, c: 2 }])
  })

  it('the commission of a supplier that names none is that of its kind', async () => {
    const commissions = () => rows('select kind, commission from suppliers order by id')
    const files = goodMarket()
    files[YAML] = String(files[YAML]).replace('commission: 12.5\n', '')
    files['suppliers/second/supplier.yaml'] = String(files['suppliers/second/supplier.yaml']).replace('commission: 12.5\n', '')
    files['market.yaml'] = `commission: { store: 8.5 }\n${files['market.yaml']}`
    await take(files)
    expect(await commissions()).toEqual([
      { kind: 'restaurant', commission: 0 },
      { kind: 'store', commission: 850 }
    ])
    await take(goodMarket())
    expect((await commissions())[0]).toEqual({ kind: 'restaurant', commission: 1_250 })
  })

  it('two suppliers change their aliases', async () => {
    const files = goodMarket()
    const swapped: MarketFiles = {
      'market.yaml': files['market.yaml'] ?? '',
      'suppliers/first/supplier.yaml': files['suppliers/second/supplier.yaml'] ?? '',
      'suppliers/first/products.csv': files[CSV] ?? '',
      'suppliers/second/supplier.yaml': files[YAML] ?? '',
      'suppliers/second/products.csv': files[CSV] ?? ''
    }
    await take(swapped)
    expect(await rows('select id, alias from suppliers order by id')).toEqual([
      { id: 101, alias: 'second' },
      { id: 102, alias: 'first' }
    ])
    await take(files)
    expect(await rows('select id, alias from suppliers order by id')).toMatchObject([{ alias: 'first' }, { alias: 'second' }])
  })

  it('the order of the lines is the order of the menu', async () => {
    const [, one, two, three] = String(goodMarket()[CSV]).split('\n')
    await take({ ...goodMarket(), [CSV]: [HEADER, three, two, one, ''].join('\n') })
    const order =
      'select code from products p join departments d on d.id = p.department_id where p.supplier_id = 101 order by d.position, p.position'
    expect(await rows(order)).toEqual([{ code: 'A-2' }, { code: 'A-1' }, { code: 'A-3' }])
    await take(goodMarket())
    expect(await rows(order)).toEqual([{ code: 'A-1' }, { code: 'A-2' }, { code: 'A-3' }])
  })
})

describe('stock', () => {
  it('stays as orders left it until its cell changes', async () => {
    await engine.exec(`update products set stock = 2 where supplier_id = 101 and code = 'A-1'`)
    await take(goodMarket())
    await take(edit(goodMarket(), CSV, '2500,10', '2600,10'))
    expect(await product('A-1')).toMatchObject({ base_price: 260_000, stock: 2, imported_stock: 5 })
    await take(edit(goodMarket(), CSV, 'piece,,5', 'piece,,50'))
    expect(await product('A-1')).toMatchObject({ stock: 50, imported_stock: 50 })
    await take(edit(goodMarket(), CSV, 'piece,,5', 'piece,,'))
    expect(await product('A-1')).toMatchObject({ stock: null, imported_stock: null })
    await take(goodMarket())
    expect(await product('A-1')).toMatchObject({ stock: 5, imported_stock: 5 })
  })

  it('is set anew when the goods are counted in another unit', async () => {
    await engine.exec(`update products set stock = 1 where supplier_id = 101 and code = 'A-1'`)
    await take(edit(goodMarket(), CSV, 'piece,,5', 'package,,5'))
    expect(await product('A-1')).toMatchObject({ stock: 5 })
    await take(goodMarket())
  })

  it('of goods that were away is what it was', async () => {
    await engine.exec(`update products set stock = 3 where supplier_id = 101 and code = 'A-1'`)
    await take(edit(goodMarket(), CSV, String(goodMarket()[CSV]).split('\n')[1] + '\n', ''))
    await take(goodMarket())
    expect(await product('A-1')).toMatchObject({ stock: 3, withdrawn_at: null })
  })
})
