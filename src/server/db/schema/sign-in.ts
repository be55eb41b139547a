import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Locale } from '#domain/locale.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** An identity from a provider that is not linked to an account yet. */
export interface PendingIdentity {
  subject: string
  email: string
  firstName: string
  lastName: string
  /** The address is verified by the provider and by several accounts: the user chooses one, without a code. */
  proven?: true
}

/** Identities at Google, Facebook, Apple or another provider; at most one per provider and account. */
export const socialIdentities = pgTable(
  'social_identities',
  {
    provider: text().notNull(),
    /** The provider's immutable id of the person. */
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Address from the provider at the time of linking. */
    email: text(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('social_identities_user').on(table.userId, table.provider)
  ]
)

/** Started sign-ins at providers: valid for ten minutes, once, for the same browser. Secrets are derived from the state. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: text().primaryKey(),
    provider: text().notNull(),
    browserHash: text().notNull(),
    /** User who links a provider's account; null: a sign-in. */
    userId: integer().references(() => users.id),
    locale: text().$type<Locale>().notNull(),
    redirect: text().notNull(),
    enablePickup: boolean().notNull().default(false),
    /** Names from Apple, which sends them once, with the code. */
    names: jsonb().$type<{ firstName: string; lastName: string }>(),
    /** Set while waiting for the code sent by e-mail, or for the choice of an account. */
    pending: jsonb().$type<PendingIdentity>(),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
    usedAt: at()
  },
  (table) => [index('sign_in_attempts_browser').on(table.browserHash), index('sign_in_attempts_expires').on(table.expiresAt)]
)
