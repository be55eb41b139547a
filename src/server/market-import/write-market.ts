import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'
import type { Db, Engine } from '#server/db/engine.ts'
import { sqlState } from '#server/services/core/transaction.ts'
import type { MarketFolder } from './folder.ts'
import { merge, writeCounted, type Merge, type Touched } from './merge.ts'
import { mergeProducts, type ProductCounts } from './merge-products.ts'
import { STAGED, type StagedTable } from './rows.ts'

export interface Written extends ProductCounts {
  /** Rows written besides products: cities, categories, brands, suppliers and their dependent rows. */
  otherChanges: number
}

/** NOTIFY channel that wakes caches of the catalogue; the row in `events` is authoritative. */
export const CATALOGUE_CHANNEL = 'catalogue'
const RETRIES = 4

const without = (table: StagedTable, ...names: string[]): string[] => Object.keys(STAGED[table]).filter((name) => !names.includes(name))

/** Merges in the order of foreign keys. */
const merges = (schema: string): Merge[] => {
  const of = (table: StagedTable): string => `"${schema}"."${table}"`
  const links = `(select l.supplier_id, c.id as category_id, l.position from ${of('supplier_categories')} l join categories c on c.key = l.category)`
  const values = `(select g.id as group_id, v.key, v.name, v.price, v.sold_out, v.position from ${of('option_values')} v
    join option_groups g on g.supplier_id = v.supplier_id and g.key = v.group_key)`
  const own = ['supplier_id', 'key']
  const byColumn = { supplier: 't.supplier_id' }
  const byGroup = { supplier: '(select g.supplier_id from option_groups g where g.id = t.group_id)' }
  return [
    { target: 'cities', source: of('cities'), key: ['key'], columns: without('cities', 'key'), gone: 'delete' },
    { target: 'categories', source: of('categories'), key: ['key'], columns: without('categories', 'key', 'parent'), gone: 'keep' },
    { target: 'brands', source: of('brands'), key: ['key'], columns: without('brands', 'key'), gone: 'deactivate' },
    { target: 'properties', source: of('properties'), key: ['key'], columns: without('properties', 'key'), gone: 'delete' },
    {
      target: 'home_blocks',
      source: of('home_blocks'),
      key: ['section', 'key'],
      columns: without('home_blocks', 'section', 'key'),
      gone: 'delete'
    },
    { target: 'currency_rates', source: of('currency_rates'), key: ['code'], columns: without('currency_rates', 'code'), gone: 'delete' },
    {
      target: 'vouchers',
      source: of('vouchers'),
      key: ['code'],
      columns: without('vouchers', 'code'),
      gone: 'delete',
      ofMarket: 't.owner_id is null'
    },
    // Orders earn by the rules that ran when they were placed, so a rule that changed is a row more and the old one stays.
    {
      target: 'reward_rules',
      source: of('reward_rules'),
      key: ['key', 'content_hash'],
      columns: without('reward_rules', 'key', 'content_hash'),
      gone: 'deactivate'
    },
    { target: 'catalogs', source: of('catalogs'), key: ['key'], columns: without('catalogs', 'key'), gone: 'deactivate' },
    {
      target: 'suppliers',
      source: of('suppliers'),
      key: ['id'],
      columns: without('suppliers', 'id'),
      compare: ['content_hash', 'alias'],
      gone: 'withdraw',
      supplier: 't.id'
    },
    { target: 'branches', source: of('branches'), key: ['id'], columns: without('branches', 'id'), gone: 'withdraw', ...byColumn },
    {
      target: 'supplier_categories',
      source: links,
      key: ['supplier_id', 'category_id'],
      columns: ['position'],
      gone: 'delete',
      ...byColumn
    },
    {
      target: 'departments',
      source: of('departments'),
      key: own,
      columns: ['name', 'category', 'position'],
      gone: 'withdraw',
      ...byColumn
    },
    {
      target: 'reviews',
      source: of('reviews'),
      key: ['supplier_id', 'code'],
      columns: without('reviews', 'supplier_id', 'code'),
      gone: 'delete',
      ...byColumn
    },
    { target: 'option_groups', source: of('option_groups'), key: own, columns: ['name', 'type', 'min', 'max'], gone: 'keep', ...byColumn },
    {
      target: 'option_values',
      source: values,
      key: ['group_id', 'key'],
      columns: ['name', 'price', 'sold_out', 'position'],
      gone: 'withdraw',
      ...byGroup
    }
  ]
}

/** An alias may move from one supplier to another: the former owner is renamed first. */
const freeAliases = (schema: string) =>
  sql.raw(`update suppliers t set alias = t.alias || '~' || t.id from "${schema}".suppliers s where s.alias = t.alias and s.id <> t.id`)

const DISCOUNTS = sql.raw(`update suppliers t set max_discount = s.most
  from (select x.id, coalesce(max(p.discount), 0) as most from suppliers x
    left join products p on p.supplier_id = x.id and p.withdrawn_at is null group by x.id) s
  where s.id = t.id and t.max_discount <> s.most`)

/** Parents are set after all categories exist. */
const parents = (schema: string) =>
  sql.raw(`update categories t set parent_id = s.parent_id
    from (select c.key, p.id as parent_id from "${schema}".categories c left join categories p on p.key = c.parent) s
    where s.key = t.key and t.parent_id is distinct from s.parent_id`)

const freeCategories = (schema: string) =>
  sql.raw(`delete from categories t where not exists (select 1 from "${schema}".categories s where s.key = t.key)`)

/** Beyond this number of changed suppliers, caches reload the whole market. */
const MAX_NAMED = 1_000
const named = ({ ids, all }: Touched): number[] | null => (all || ids.size > MAX_NAMED ? null : [...ids])

interface Scope {
  suppliers: number
  products: number
  /** Suppliers that changed; null: all of them. */
  supplierIds: number[] | null
}

const record = async (tx: Db, folder: MarketFolder, counts: Written, scope: Scope): Promise<void> => {
  const { suppliers, products } = scope
  const { source } = folder
  const touched = counts.added + counts.changed + counts.withdrawn + counts.otherChanges
  await tx.execute(sql`insert into market_imports (content_hash, source, suppliers, products)
    select ${folder.contentHash}::text, ${source}::text, ${suppliers}::int, ${products}::int
    where not exists (select 1 from (select content_hash, source from market_imports order by id desc limit 1) l
      where l.content_hash = ${folder.contentHash} and l.source = ${source})`)
  if (touched === 0) return
  await tx.execute(sql`insert into events (kind, payload) values ('catalogue.changed', ${JSON.stringify({ ...scope, ...counts })}::jsonb)`)
  await tx.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`)
}

const swapOnce = (engine: Engine, schema: string, folder: MarketFolder, products: number, now: Date): Promise<Written> =>
  engine.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK.marketImport}::int)`)
    // With the default 4 MB sorts of a million rows spill to disk; JIT compilation costs more than it saves for statements run once.
    if (engine.kind === 'postgres') await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
    const touched: Touched = { ids: new Set(), all: false }
    let otherChanges = await writeCounted(tx, freeAliases(schema), touched, 't.id')
    for (const spec of merges(schema)) {
      otherChanges += await merge(tx, spec, now, touched)
      // The embedded database blocks the event loop: yield, so that requests are answered in between.
      await setImmediate()
    }
    otherChanges += await writeCounted(tx, parents(schema), touched)
    const counts = await mergeProducts(tx, schema, now, touched)
    otherChanges += await writeCounted(tx, DISCOUNTS, touched, 't.id')
    otherChanges += await writeCounted(tx, freeCategories(schema), touched)
    const result = { ...counts, otherChanges }
    await record(tx, folder, result, { suppliers: folder.aliases.length, products, supplierIds: named(touched) })
    return result
  })

/**
 * Merges the stage into the tables in one transaction. On PostgreSQL readers never wait; on the embedded database they wait while the
 * rows that differ are written. Retries deadlocks and serialization failures.
 */
export const swapMarket = async (engine: Engine, schema: string, folder: MarketFolder, products: number, now: Date): Promise<Written> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await swapOnce(engine, schema, folder, products, now)
    } catch (cause) {
      const state = sqlState(cause)
      if (attempt >= RETRIES || (state !== '40001' && state !== '40P01')) throw cause
    }
  }
}

/** Updates planner statistics after an import. */
export const analyzeMarket = (engine: Engine): Promise<void> =>
  engine.exec(
    [
      'suppliers',
      'branches',
      'supplier_categories',
      'departments',
      'option_groups',
      'option_values',
      'products',
      'brands',
      'categories',
      'reviews'
    ]
      .map((table) => `analyze ${table};`)
      .join(' ')
  )
