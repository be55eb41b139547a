import { ORDER_STATUS } from '#domain/order-status.ts'
import { writeRows, type Column, type Query, type Row, type Table } from './old-database.ts'

const STATUSES = Object.values(ORDER_STATUS)
const PAYMENT_STATES = ['created', 'registered', 'deposited', 'declined', 'failed', 'refunding', 'refunded']
const ROWS = 3
const NO_ROW: Row = {}

/**
 * What rows hold besides values made from their columns' types, and how many there are: every state of an order and of a payment (each its
 * own order), owners that exclude each other, people with one live session, with two and with none.
 */
const BY_HAND: Record<string, Row[]> = {
  users: Array.from({ length: ROWS }, () => ({ notification_channels: [] })),
  sessions: [
    { user_id: 1, ended_at: null },
    { user_id: 2, ended_at: null },
    { user_id: 2, ended_at: null },
    { user_id: 3, ended_at: '2026-01-02T00:00:00Z' }
  ],
  baskets: [{ anonymous_id: null }, { user_id: null }, { user_id: null }],
  alerts: [{ product_id: null }, { window_from: null, window_to: null }, { product_id: null, window_from: null, window_to: null }],
  favourites: [{ product_id: null }, { supplier_id: null }],
  orders: STATUSES.flatMap((status) => [{ status, paid_at: null }, { status }]),
  payments: PAYMENT_STATES.map((state) => ({ state })),
  // Each is of a payment or of a tender; tenders came later.
  payment_refunds: Array.from({ length: ROWS }, () => ({ tender_id: null })),
  // Rows are written one by one, and each transfer must add up.
  ledger_entries: [{ amount: 0 }, { amount: 0 }]
}

const valueOf = (table: string, { name, type }: Column, index: number): unknown => {
  if (/^(integer|bigint|smallint)$/.test(type)) return index
  if (/^(real|double precision|numeric)$/.test(type)) return index + 0.5
  if (type === 'boolean') return index % 2 === 1
  if (type === 'jsonb') return { hy: `${name} ${index}`, list: [index, null] }
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  if (type === 'date') return `2026-01-${String(index).padStart(2, '0')}`
  if (type === 'timestamp with time zone') return `2026-01-${String(index).padStart(2, '0')}T10:20:30.456Z`
  if (type === 'bytea') return Buffer.from([index])
  // Of numbers: there are no others.
  if (type === 'ARRAY') return [index]
  if (type === 'text') return `${table} ${name} ${index}`
  throw new Error(`${table}.${name}: rows of type ${type} are not made yet; add a value here`)
}

/** Fills every table, in all its columns, with rows that refer to each other; for whatever state the tables are in. */
export const fillTables = async (query: Query, tables: readonly Table[]): Promise<void> => {
  const written = new Map<string, Row[]>()
  for (const table of tables) {
    const byHand = BY_HAND[table.name] ?? Array.from({ length: ROWS }, () => NO_ROW)
    const rows = byHand.map((given, at) => {
      const made = Object.fromEntries(
        table.columns.filter(({ counted }) => !counted).map((column) => [column.name, valueOf(table.name, column, at + 1)])
      )
      for (const { columns, target, targets } of table.references) {
        const others = written.get(target) ?? []
        columns.forEach((column, place) => (made[column] = others[at % others.length]?.[targets[place] ?? '']))
      }
      const known = Object.entries(given).filter(([name]) => table.columns.some((column) => column.name === name))
      return { ...made, ...Object.fromEntries(known) }
    })
    written.set(table.name, await writeRows(query, table, rows))
  }
}
