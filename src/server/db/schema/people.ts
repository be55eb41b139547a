import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { PinType } from '#domain/enums.ts'

const at = () => timestamp({ withTimezone: true })

export const users = pgTable('users', {
  id: serial().primaryKey(),
  firstName: text().notNull(),
  lastName: text().notNull().default(''),
  /** Normalised: lower case, NFC. Unique. */
  email: text().unique(),
  /** Normalised: +374XXXXXXXX. Unique. */
  phone: text().unique(),
  emailVerified: boolean().notNull().default(false),
  phoneVerified: boolean().notNull().default(false),
  passwordHash: text(),
  languageId: smallint().notNull(),
  isAdult: boolean(),
  birthDate: date(),
  gender: text(),
  userClass: smallint().notNull().default(0),
  companyName: text(),
  tin: text().unique(),
  defaultPaymentMethodId: smallint().notNull().default(3),
  notificationChannels: jsonb().$type<number[]>().notNull().default([]),
  promotionalInfo: boolean().notNull().default(false),
  deactivatedAt: at(),
  createdAt: at().notNull().defaultNow()
})

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

/** Stored hashed. `usedAt` and the grace of 30 seconds: see services/auth/refresh.ts. */
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

/** Six-digit codes, hashed; a contact has one row, so a new code replaces the last. `attempts` is counted before a guess is compared. */
export const pins = pgTable('pins', {
  /** Normalised: +374XXXXXXXX or an address in lower case. */
  contact: text().primaryKey(),
  type: text().$type<PinType>().notNull(),
  codeHash: text().notNull(),
  attempts: smallint().notNull().default(0),
  createdAt: at().notNull().defaultNow(),
  expiresAt: at().notNull(),
  usedAt: at()
})

/** Fixed windows per key ("pin:wait:+374…"), shared by all processes. A window over begins anew. */
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

/** Messages that went out, or would have: the simulator's outbox page reads them. */
export const messages = pgTable(
  'messages',
  {
    id: serial().primaryKey(),
    channel: text().$type<'sms' | 'email'>().notNull(),
    recipient: text().notNull(),
    subject: text().notNull().default(''),
    body: text().notNull(),
    /** Whose request caused it: the only visitor the outbox shows it to. */
    anonymousId: text().notNull(),
    userId: integer(),
    createdAt: at().notNull().defaultNow(),
    sentAt: at()
  },
  (table) => [index('messages_anonymous').on(table.anonymousId, table.createdAt)]
)

/** Facts of this installation that every process must share, such as the signing secret. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: text().notNull()
})
