import { bigint, bigserial, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Account } from '#domain/ledger/accounts.ts'
import type { TransferKind } from '#domain/ledger/transfer.ts'

const at = () => timestamp({ withTimezone: true })

/** Movements of money, each by a cause of its own. Rows of both tables are never changed or deleted; triggers hold that. */
export const ledgerTransfers = pgTable('ledger_transfers', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  kind: text().$type<TransferKind>().notNull(),
  cause: text().notNull().unique(),
  at: at().notNull().defaultNow()
})

/** What a transfer takes from accounts (minus) and brings to them (plus), in hundredths of a dram. Its sum is zero at the latest at COMMIT. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transferId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    account: text().$type<Account>().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull()
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.account] }),
    index('ledger_entries_account').on(table.account, table.transferId)
  ]
)

/** Balances of points, wallets and gift cards: the sum of their entries, locked by whoever posts to them. A trigger refuses one below zero. */
export const ledgerBalances = pgTable('ledger_balances', {
  account: text().$type<Account>().primaryKey(),
  balance: bigint({ mode: 'bigint' }).notNull()
})

/** Outcomes of checks of the ledger, the newest last. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** Why it ran: nightly, crash or command. */
  reason: text().notNull(),
  at: at().notNull().defaultNow(),
  entries: bigint({ mode: 'number' }).notNull(),
  differences: bigint({ mode: 'number' }).notNull()
})
