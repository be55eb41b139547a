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
 * waiting: due at `dueAt`. sending: claimed by a sender until `dueAt`. sent: accepted by a server. expired: too late or superseded.
 * withheld: a limit of paid messages was full; an operator may requeue it.
 * Dead letters, which an operator may requeue: failed (given up) and undelivered (accepted, never arrived).
 */
export type MessageState = 'waiting' | 'sending' | 'sent' | 'failed' | 'undelivered' | 'expired' | 'withheld'

/** Outgoing messages, written in the transaction that causes them and sent by jobs; the simulator's outbox page reads them. */
export const messages = pgTable(
  'messages',
  {
    id: serial().primaryKey(),
    /** Identifies duplicates at the receiver: Message-ID of mails, message id at SMS gateways. */
    key: uuid().notNull().defaultRandom(),
    channel: text().$type<MessageChannel>().notNull(),
    /** Name of the message template. */
    kind: text().notNull().default(''),
    /** A phone number, an e-mail address, or the id of a push subscription. */
    recipient: text().notNull(),
    subject: text().notNull().default(''),
    body: text().notNull(),
    html: text().notNull().default(''),
    /** Contains a code or a secret link: the text is blanked once it is sent. */
    secret: boolean().notNull().default(false),
    /** Anonymous id of the request that caused it; the outbox shows it only to this visitor and to its user. */
    anonymousId: text().notNull(),
    userId: integer(),
    state: text().$type<MessageState>().notNull().default('sent'),
    attempts: smallint().notNull().default(0),
    /** When it may be claimed (again); null when it is finished. */
    dueAt: at(),
    /** Not sent after this time. */
    expiresAt: at(),
    /** Why the last attempt failed, without any text of the message. */
    reason: text().notNull().default(''),
    /** Id at the vendor. */
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
      .on(table.channel, table.secret, table.dueAt)
      .where(sql`due_at is not null`),
    index('messages_dead')
      .on(table.id)
      .where(sql`state in ('failed', 'undelivered')`),
    index('messages_withheld')
      .on(table.createdAt)
      .where(sql`state = 'withheld'`),
    index('messages_secret')
      .on(table.expiresAt)
      .where(sql`secret and body <> ''`),
    uniqueIndex('messages_key').on(table.key),
    index('messages_vendor_ref')
      .on(table.vendorRef)
      .where(sql`vendor_ref is not null`)
  ]
)

/** Notifications of a user; the text is formatted when it is read, in the reader's language. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** Order number, or name of the news item; unique per user with the kind and the status. */
    subject: text().notNull(),
    /** NOTIFICATION_STATUS of spec section 4. */
    status: smallint().notNull(),
    /** Parameters of the text that cannot be looked up later. */
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

/** Channels that a user chose for a topic; the topic's defaults apply without a row. */
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

/** Push subscriptions of browsers. Not a foreign key of `messages`, which outlive their subscription. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Session in which it was allowed: it ends at sign-out. */
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
