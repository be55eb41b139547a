import { index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** Who asked to be deleted. A row waits until `dueAt`; taken away when the person stays, kept without anything personal once erased. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    requestedAt: at().notNull(),
    dueAt: at().notNull(),
    /** The last message went out: what it needs is erased after it. */
    toldAt: at(),
    erasedAt: at()
  },
  (table) => [
    index('account_deletions_due')
      .on(table.dueAt)
      .where(sql`erased_at is null`)
  ]
)
