import { bigint, bigserial, index, integer, pgTable, serial, smallint, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { GiftCardDesign, GiftCardEvent, GiftCardStatus, GiftCardType } from '#domain/gift-cards/gift-card.ts'
import type { Locale } from '#domain/locale.ts'
import { bytes } from '#server/db/bytes.ts'
import { branches } from './catalogue.ts'
import { users } from './people.ts'
import { orderItems, orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** Own pictures for gift cards, as WebP. One that no card got is deleted after a day. */
export const giftCardPhotos = pgTable(
  'gift_card_photos',
  {
    id: serial().primaryKey(),
    /** Who sent it. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    image: bytes().notNull(),
    createdAt: at().notNull(),
    usedAt: at()
  },
  (table) => [
    index('gift_card_photos_user').on(table.userId),
    index('gift_card_photos_unused')
      .on(table.createdAt)
      .where(sql`used_at is null`)
  ]
)

/** Gift cards. Their balance is that of their account in the ledger; nobody can read a code here. */
export const giftCards = pgTable(
  'gift_cards',
  {
    id: serial().primaryKey(),
    /** Keyed hash of the code, and its last four characters. */
    codeHash: text().notNull().unique(),
    lastFour: text().notNull(),
    status: smallint().$type<GiftCardStatus>().notNull(),
    type: smallint().$type<GiftCardType>().notNull().default(1),
    value: amount().notNull(),
    balance: amount().notNull(),
    /** Who activated it; null before. */
    ownerId: integer().references(() => users.id),
    /** Where its code was sent, and with which words. */
    recipient: text().notNull(),
    message: text().notNull().default(''),
    /** Member of staff who gave it for nothing; empty where it was bought. */
    issuedBy: text().notNull().default(''),
    /** The order of an electronic card, which is for nothing else. */
    orderId: integer().references(() => orders.id),
    /** The line of an order that a physical card is a piece of, and which piece, from 0. */
    itemId: integer().references(() => orderItems.id),
    position: integer(),
    /** When a physical card was handed over, so that it can be activated, and when its money went back after that. */
    soldAt: at(),
    withdrawnAt: at(),
    design: text().$type<GiftCardDesign>().notNull().default('classic'),
    photoId: integer().references(() => giftCardPhotos.id, { onDelete: 'set null' }),
    /** Language of its letter, and when that is sent. */
    locale: text().$type<Locale>().notNull().default('hy'),
    sendAt: at(),
    /** The letter with its code. */
    messageId: integer(),
    /** When the letter turned out to be undeliverable. */
    unreachableAt: at(),
    expiresAt: at().notNull(),
    /** When the owner was told that it expires soon. */
    remindedAt: at(),
    activatedAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    index('gift_cards_owner').on(table.ownerId),
    // For the deletion of photos.
    index('gift_cards_photo')
      .on(table.photoId)
      .where(sql`photo_id is not null`),
    index('gift_cards_order')
      .on(table.orderId)
      .where(sql`order_id is not null`),
    uniqueIndex('gift_cards_line')
      .on(table.itemId, table.position)
      .where(sql`item_id is not null`),
    index('gift_cards_due')
      .on(table.sendAt)
      .where(sql`status = 1`),
    index('gift_cards_expiry')
      .on(table.expiresAt)
      .where(sql`status in (2, 3)`)
  ]
)

/** The history of gift cards: what came (plus) and went (minus). Never changed. */
export const giftCardEntries = pgTable(
  'gift_card_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    cardId: integer()
      .notNull()
      .references(() => giftCards.id),
    event: text().$type<GiftCardEvent>().notNull(),
    amount: amount().notNull(),
    orderId: integer().references(() => orders.id),
    /** The tender that it paid or came back from. A number only: tenders name their card themselves. */
    tenderId: integer(),
    createdAt: at().notNull()
  },
  (table) => [index('gift_card_entries_card').on(table.cardId, table.id), index('gift_card_entries_tender').on(table.tenderId)]
)

/** Tickets that were bought: each lets one person in, once. Written when their order is paid. */
export const admissions = pgTable(
  'admissions',
  {
    id: serial().primaryKey(),
    number: text().notNull().unique('admissions_number'),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    itemId: integer()
      .notNull()
      .references(() => orderItems.id),
    /** Of the tickets of a line, from 0. */
    position: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    branchId: integer()
      .notNull()
      .references(() => branches.id),
    /** When it is for; null: any day. */
    admissionAt: at(),
    /** Its time before the supplier moved that. */
    movedFrom: at(),
    expiresAt: at().notNull(),
    usedAt: at(),
    /** Its money went back. */
    withdrawnAt: at(),
    /** When its person was told that its time comes. */
    remindedAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    unique('admissions_line').on(table.itemId, table.position),
    index('admissions_user').on(table.userId, table.id),
    index('admissions_order').on(table.orderId),
    // Those whose time may be moved.
    index('admissions_open')
      .on(table.expiresAt)
      .where(sql`admission_at is not null and used_at is null and withdrawn_at is null`),
    index('admissions_remind')
      .on(table.admissionAt)
      .where(sql`admission_at is not null and reminded_at is null`)
  ]
)
