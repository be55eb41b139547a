import { asc, like, sql, sum } from 'drizzle-orm'
import { toAmd } from '#domain/money.ts'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { runCheck } from '#server/services/payments/books/operate-ledger.ts'
import type { TestApi } from './api.ts'
import { atWork } from './shopping.ts'

/** What the check of the ledger says; empty when all of it adds up. */
export const ledgerFaults = async (api: TestApi): Promise<string[]> => {
  const { lines, failed } = await runCheck(atWork(api), 'command')
  return failed ? lines : []
}

/** The transfers of the ledger whose cause a pattern fits, each with its entries in drams. */
export const transfersOf = async (
  { db }: Pick<Engine, 'db'>,
  pattern: string
): Promise<[cause: string, entries: Record<string, number>][]> => {
  const { ledgerTransfers } = schema
  const transfers = await db
    .select()
    .from(ledgerTransfers)
    .where(sql`cause ~ ${pattern}`)
    .orderBy(asc(ledgerTransfers.id))
  const found: [string, Record<string, number>][] = []
  for (const { id, cause } of transfers) {
    const entries = await rowsOf<{ account: string; amount: number }>(
      db,
      sql`select account, amount from ledger_entries where transfer_id = ${id} order by account`
    )
    found.push([cause, Object.fromEntries(entries.map(({ account, amount }) => [account, toAmd(amount)]))])
  }
  return found
}

/** The sum of accounts whose name is like a pattern of SQL, AMD. */
export const balanceOf = async ({ engine: { db } }: TestApi, account: string): Promise<number> => {
  const { ledgerEntries } = schema
  const [row] = await db
    .select({ sum: sum(ledgerEntries.amount).mapWith(Number) })
    .from(ledgerEntries)
    .where(like(ledgerEntries.account, account))
  return toAmd(row?.sum ?? 0)
}
