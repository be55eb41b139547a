import { index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** Requested deletions of accounts, due at `dueAt`. Deleted when cancelled; kept without personal data once erased. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    requestedAt: at().notNull(),
    dueAt: at().notNull(),
    /** When the last message was sent; the data it needs is erased after it. */
    toldAt: at(),
    erasedAt: at()
  },
  (table) => [
    index('account_deletions_due')
      .on(table.dueAt)
      .where(sql`erased_at is null`)
  ]
)
