import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Locale } from '#domain/locale.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** What a provider told of somebody whose account is not proven to be theirs yet. */
export interface PendingIdentity {
  subject: string
  email: string
  firstName: string
  lastName: string
  /** The provider and several accounts have proven the address: one of them is to be chosen, and no code is asked for. */
  proven?: true
}

/** Who a person is at Google, Facebook, Apple or another provider; one of each kind an account. */
export const socialIdentities = pgTable(
  'social_identities',
  {
    provider: text().notNull(),
    /** The provider's own id of the person; never changes there. */
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** As the provider told it when the two were linked. */
    email: text(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('social_identities_user').on(table.userId, table.provider)
  ]
)

/** A visit to a provider that was begun here: lives ten minutes, answers once, for the browser that began it. Secrets are drawn from the state. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: text().primaryKey(),
    provider: text().notNull(),
    browserHash: text().notNull(),
    /** Who links an account of a provider to their own; null: signs in. */
    userId: integer().references(() => users.id),
    locale: text().$type<Locale>().notNull(),
    redirect: text().notNull(),
    enablePickup: boolean().notNull().default(false),
    /** Apple tells names once, beside the code. */
    names: jsonb().$type<{ firstName: string; lastName: string }>(),
    /** Waits for the code sent to its e-mail address, or for a choice. */
    pending: jsonb().$type<PendingIdentity>(),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
    usedAt: at()
  },
  (table) => [index('sign_in_attempts_browser').on(table.browserHash), index('sign_in_attempts_expires').on(table.expiresAt)]
)
