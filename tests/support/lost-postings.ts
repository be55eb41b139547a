import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { operateLedger } from '#server/services/payments/books/operate-ledger.ts'
import type { TestApi } from './api.ts'
import { atWork } from './shopping.ts'

/** Takes what was posted for these causes out of the ledger: its check misses it, and its repair posts the same again. */
export const postsLost = async (api: TestApi, causes: readonly string[]): Promise<void> => {
  const { db } = api.engine
  const entriesOf = (cause: string) =>
    rowsOf(
      db,
      sql`select account, amount::text from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where cause = ${cause} order by 1`
    )
  for (const cause of causes) {
    const before = await entriesOf(cause)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update ledger_balances b set balance = b.balance - e.amount
        from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where t.cause = ${cause} and e.account = b.account`)
      await tx.execute(sql`delete from ledger_entries where transfer_id = (select id from ledger_transfers where cause = ${cause})`)
      await tx.execute(sql`delete from ledger_transfers where cause = ${cause}`)
    })
    expect(await operateLedger(atWork(api), { verb: 'check' })).toMatchObject({ failed: true })
    expect(await operateLedger(atWork(api), { verb: 'post', cause })).toMatchObject({ failed: false })
    expect(before.length).toBeGreaterThan(0)
    expect(await entriesOf(cause)).toEqual(before)
  }
}
