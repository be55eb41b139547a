import { sql } from 'drizzle-orm'
import { rowsOf } from '#server/db/rows.ts'
import type { TestApi } from '#tests/support/api.ts'
import type { Victim } from './world.ts'

/** Columns by which a row belongs to a person, and the rows of the person's own they name. */
const OWNERS: Record<string, string> = {
  user_id: '= $person',
  basket_id: 'in (select id::text from baskets where user_id = $person)',
  order_id: 'in (select id::text from orders where user_id = $person)',
  session_id: 'in (select id::text from sessions where user_id = $person)'
}
/** Accounts of a person's orders, which end in their number. */
const ACCOUNTS = `select 'receivable:order:' || id from orders where user_id::text = $person`
/** Tables that name a person in another way. A code belongs to who asked for it: a stranger's code to the same contact is the stranger's. */
const OTHERWISE: Record<string, string> = {
  users: 'id::text = $person',
  bank_transfers: 'tender_id in (select t.id from order_tenders t where t.payer_id::text = $person)',
  gift_cards: 'owner_id::text = $person',
  vouchers: 'owner_id::text = $person',
  gift_card_entries: 'card_id in (select c.id from gift_cards c where c.owner_id::text = $person)',
  point_uses: 'tender_id in (select t.id from order_tenders t where t.payer_id::text = $person)',
  payment_refunds: 'payment_id in (select p.id from payments p join orders o on o.id = p.order_id where o.user_id::text = $person)',
  ledger_entries: `account in (${ACCOUNTS})`,
  ledger_transfers: `id in (select transfer_id from ledger_entries where account in (${ACCOUNTS}))`,
  pins: 'asker in ($asker, $user)',
  password_resets: 'email = $email'
}
/** Tables in which nothing belongs to anybody, and the counters that strangers' calls are there to move. */
export const OF_NOBODY = [
  ...[
    'branches',
    'brands',
    'card_unbindings',
    'catalogs',
    'categories',
    'cities',
    'currency_rates',
    'departments',
    'fiscal_calls',
    'fiscal_registers',
    'group_orders',
    'home_blocks'
  ],
  ...[
    'ledger_balances',
    'ledger_checks',
    'lottery_draws',
    'market_imports',
    'option_groups',
    'reward_rules',
    'option_values',
    'products',
    'properties',
    'rate_limits',
    'reviews',
    'settings'
  ],
  ...['supplier_categories', 'supplier_ratings', 'suppliers']
]

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Every row of every table that belongs to a person, a line each: tables to come are in it by their columns, or named above. */
export const createHeldRows = async ({ engine: { db } }: TestApi) => {
  const all = await rowsOf<{ table_name: string; column_name: string }>(
    db,
    sql`select table_name, column_name from information_schema.columns where table_schema = 'public'`
  )
  const queries = all.flatMap(({ table_name: table, column_name: column }) => {
    const owner = OWNERS[column]
    return owner ? [{ table, where: `${column}::text ${owner.replaceAll('user_id = $person', 'user_id::text = $person')}` }] : []
  })
  for (const [table, where] of Object.entries(OTHERWISE)) queries.push({ table, where })
  const covered = new Set([...queries.map(({ table }) => table), ...OF_NOBODY])
  const heldBy = async (b: Victim): Promise<string[]> => {
    const values: Record<string, string> = {
      person: String(b.userId),
      asker: b.client.anonymousId,
      user: `user ${b.userId}`,
      email: b.email
    }
    const parts = queries.map(({ table, where }) => {
      const own = where.replace(/\$(person|asker|user|email)/g, (_, name: string) => quote(values[name] ?? ''))
      return `select '${table}' as name, t::text as row from ${table} t where ${own}`
    })
    const rows = await rowsOf<{ name: string; row: string }>(db, sql.raw(parts.join(' union all ')))
    return rows.map(({ name, row }) => `${name}: ${row}`).sort()
  }
  return { heldBy, uncovered: [...new Set(all.map(({ table_name }) => table_name))].filter((table) => !covered.has(table)) }
}
