import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import type { NotificationKind, NotificationTopic } from '#domain/notifications.ts'
import { sessions, users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

export type MessageChannel = 'email' | 'sms' | 'push' | 'call'
/**
 * waiting: due at `dueAt`. sending: somebody holds it until `dueAt`. sent: a server took it over. Dead letters, which an operator reads and
 * may requeue: failed (given up) and undelivered (taken over, never arrived). expired: too late or replaced by a newer one.
 */
export type MessageState = 'waiting' | 'sending' | 'sent' | 'failed' | 'undelivered' | 'expired'

/** What goes out to people, written in the transaction that causes it and sent by the jobs; the simulator's outbox page reads it. */
export const messages = pgTable(
  'messages',
  {
    id: serial().primaryKey(),
    /** Who receives a message twice knows it by this: Message-ID of mails, message id at the SMS gateways. */
    key: uuid().notNull().defaultRandom(),
    channel: text().$type<MessageChannel>().notNull(),
    /** Which of the shop's messages it is. */
    kind: text().notNull().default(''),
    /** A phone number, an address, or the id of a push subscription. */
    recipient: text().notNull(),
    subject: text().notNull().default(''),
    body: text().notNull(),
    html: text().notNull().default(''),
    /** Holds a code or a link that opens something: its text is blanked once it is out. */
    secret: boolean().notNull().default(false),
    /** Whose request caused it: the only visitor the outbox shows it to, besides the person it belongs to. */
    anonymousId: text().notNull(),
    userId: integer(),
    state: text().$type<MessageState>().notNull().default('sent'),
    attempts: smallint().notNull().default(0),
    /** When somebody may take it (again); null once nobody will. */
    dueAt: at(),
    /** Not sent after. */
    expiresAt: at(),
    /** Why the last try failed, without what the message says. */
    reason: text().notNull().default(''),
    /** What the vendor calls it. */
    vendorRef: text(),
    createdAt: at().notNull().defaultNow(),
    sentAt: at()
  },
  (table) => [
    index('messages_anonymous').on(table.anonymousId, table.createdAt),
    index('messages_user')
      .on(table.userId)
      .where(sql`user_id is not null`),
    index('messages_due')
      .on(table.channel, table.dueAt)
      .where(sql`due_at is not null`),
    index('messages_dead')
      .on(table.id)
      .where(sql`state in ('failed', 'undelivered')`),
    index('messages_secret')
      .on(table.expiresAt)
      .where(sql`secret and body <> ''`),
    uniqueIndex('messages_key').on(table.key),
    index('messages_vendor_ref')
      .on(table.vendorRef)
      .where(sql`vendor_ref is not null`)
  ]
)

/** What a person reads under "news and notifications"; its words are made when it is read, in the reader's language. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** Number of the order, or name of the news; with the kind, and the status of an order, once a person. */
    subject: text().notNull(),
    /** NOTIFICATION_STATUS of spec section 4. */
    status: smallint().notNull(),
    /** What its words need and nobody could know later. */
    words: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: at().notNull().defaultNow(),
    readAt: at()
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.userId, table.kind, table.subject, table.status),
    index('notifications_user').on(table.userId, table.id.desc()),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`)
  ]
)

/** Channels a person chose for a topic; without a row the topic's own hold. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text().$type<NotificationTopic>().notNull(),
    channels: jsonb().$type<number[]>().notNull()
  },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })]
)

/** One browser that a person let the shop push to. Not a foreign key of `messages`: one that is gone leaves its messages. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in it was allowed in: a browser that signed out hears nothing more. */
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('push_subscriptions_user').on(table.userId)]
)
