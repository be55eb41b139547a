import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ApplicationKind, ApplicationState } from '#domain/applications/application.ts'
import type { Locale } from '#domain/locale.ts'
import { users } from './people.ts'

/** What people asked for by a form. */
export const applications = pgTable(
  'applications',
  {
    id: serial().primaryKey(),
    kind: text().$type<ApplicationKind>().notNull(),
    /** All fields but the contacts, as they were written. */
    fields: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    phone: text().notNull(),
    email: text(),
    userId: integer().references(() => users.id),
    locale: text().$type<Locale>().notNull(),
    /** Filled in as only robots do: kept, and listed apart. */
    suspect: boolean().notNull(),
    state: text().$type<ApplicationState>().notNull().default('open'),
    /** What was answered by mail. */
    answer: text().notNull().default(''),
    /** Hash of the kind, the fields and the contacts. */
    fingerprint: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    answeredAt: timestamp({ withTimezone: true })
  },
  (table) => [
    // The same form sent twice is one application, until it has its answer.
    uniqueIndex('applications_once')
      .on(table.fingerprint)
      .where(sql`state = 'open'`),
    index('applications_open')
      .on(table.createdAt)
      .where(sql`state = 'open'`)
  ]
)
