import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { USER_CLASS, type CustomerGroup, type UserClass } from '#domain/enums.ts'
import type { Gender, ContactType } from '#domain/enums.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'

const at = () => timestamp({ withTimezone: true })

/** A contact belongs to at most one person, and to that person's companies, each with its own tax id. */
export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull().default(''),
    /** Normalised: lower case, NFKC. */
    email: text(),
    /** Normalised: +374XXXXXXXX. */
    phone: text(),
    emailVerified: boolean().notNull().default(false),
    phoneVerified: boolean().notNull().default(false),
    passwordHash: text(),
    languageId: smallint().notNull(),
    isAdult: boolean(),
    birthDate: date(),
    gender: text().$type<Gender>(),
    userClass: smallint().$type<UserClass>().notNull().default(USER_CLASS.STANDARD),
    /** null: in none. */
    customerGroup: text().$type<CustomerGroup>(),
    companyName: text(),
    tin: text().unique(),
    defaultPaymentMethodId: smallint().notNull().default(DEFAULT_METHOD.id),
    promotionalInfo: boolean().notNull().default(false),
    deactivatedAt: at(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    uniqueIndex('users_email').on(table.email, sql`coalesce(tin, '')`),
    uniqueIndex('users_phone').on(table.phone, sql`coalesce(tin, '')`)
  ]
)

/** One signed-in device: a family of refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    userAgent: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
    lastUsedAt: at().notNull().defaultNow(),
    endedAt: at(),
    endReason: text()
  },
  (table) => [index('sessions_user').on(table.userId)]
)

/** Refresh tokens, hashed. For `usedAt` and the grace period of 30 seconds see services/auth/refresh.ts. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
    usedAt: at()
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)]
)

/**
 * Six-digit codes, hashed, one row per contact and requester: a new code replaces the requester's last one, and strangers cannot use up
 * the attempts of others. `attempts` is incremented before a guess is compared.
 */
export const pins = pgTable(
  'pins',
  {
    /** Normalised: +374XXXXXXXX or an address in lower case. */
    contact: text().notNull(),
    /** Anonymous id of the requester, or "user 7". */
    asker: text().notNull().default(''),
    type: text().$type<ContactType>().notNull(),
    codeHash: text().notNull(),
    attempts: smallint().notNull().default(0),
    createdAt: at().notNull().defaultNow(),
    expiresAt: at().notNull(),
    /** When the correct code was entered; it may be entered again. */
    confirmedAt: at(),
    usedAt: at()
  },
  (table) => [primaryKey({ columns: [table.contact, table.asker] })]
)

/** Password reset links, hashed; single use, and a used one invalidates the others of its address. */
export const passwordResets = pgTable(
  'password_resets',
  {
    hash: text().primaryKey(),
    email: text().notNull(),
    createdAt: at().notNull(),
    expiresAt: at().notNull(),
    usedAt: at()
  },
  (table) => [index('password_resets_email').on(table.email)]
)

/** Rate limits: fixed windows per key ("pin:wait:+374…"), shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  windowEnd: at().notNull(),
  count: integer().notNull()
})

/** Fields of spec section 3, "Address". */
export const addresses = pgTable(
  'addresses',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    salutation: text().notNull().default(''),
    street: text().notNull(),
    province: text().notNull().default(''),
    zipcode: text().notNull(),
    countryId: integer().notNull(),
    stateId: integer().notNull(),
    city: text().notNull(),
    phone: text().notNull().default(''),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    title: text().notNull(),
    addressTitle: text().notNull().default(''),
    entrance: text().notNull().default(''),
    floor: integer().notNull().default(0),
    apartment: text().notNull().default(''),
    doorCode: text().notNull().default(''),
    comment: text().notNull().default(''),
    tin: text().notNull().default(''),
    defaultBillingAddress: boolean().notNull().default(true),
    defaultShippingAddress: boolean().notNull().default(true),
    isTemporary: boolean().notNull().default(false),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    index('addresses_user').on(table.userId),
    uniqueIndex('addresses_default')
      .on(table.userId)
      .where(sql`default_shipping_address`)
  ]
)

/** Values that all processes of an installation share, such as the signing secret. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: text().notNull()
})
