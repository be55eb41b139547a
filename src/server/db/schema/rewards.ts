import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { CustomerGroup, PaymentMethodId, SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { RewardType } from '#domain/rewards/rule.ts'
import type { WalletEntryType, WalletReason, WalletType } from '#domain/rewards/wallet-entry.ts'
import { giftCards } from './gift-cards.ts'
import { orderTenders } from './payments.ts'
import { users } from './people.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram, or of a point. */
const amount = () => bigint({ mode: 'number' })

/**
 * What earns points or tickets, from rewards.yaml of the market. A rule that changes is a row more, because orders earn by the rules that were there when
 * they were placed; the old one is no longer active.
 */
export const rewardRules = pgTable(
  'reward_rules',
  {
    id: serial().primaryKey(),
    key: text().notNull(),
    /** Of everything that it says. */
    contentHash: text().notNull(),
    active: boolean().notNull().default(true),
    /** Place in the file. */
    position: integer().notNull(),
    title: jsonb().$type<Words>().notNull(),
    type: smallint().$type<RewardType>().notNull(),
    rate: integer(),
    points: amount(),
    tickets: integer(),
    winners: integer(),
    prize: amount(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    minimum: amount().notNull(),
    cap: amount(),
    suppliers: jsonb().$type<string[]>().notNull(),
    kinds: jsonb().$type<SupplierKind[]>().notNull(),
    methods: jsonb().$type<PaymentMethodId[]>().notNull(),
    labelled: boolean().notNull(),
    vip: boolean().notNull().default(false),
    groups: jsonb().$type<CustomerGroup[]>().notNull().default([]),
    liveDays: integer(),
    liveUntil: date()
  },
  (table) => [unique('reward_rules_content').on(table.key, table.contentHash)]
)

/** Points that one person earned by one order and rule. Their sum of `remaining` is the balance of the person's account in the ledger. */
export const pointLots = pgTable(
  'point_lots',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** null: money for lines of the order that came back as points. */
    ruleId: integer().references(() => rewardRules.id),
    /** Earned, taken back by refunds of the order, and neither spent nor taken back nor expired. */
    amount: amount().notNull(),
    takenBack: amount().notNull().default(0),
    remaining: amount().notNull(),
    availableAt: at().notNull(),
    expiresAt: at().notNull(),
    /** When the person was told that they expire soon. */
    remindedAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    unique('point_lots_reward').on(table.orderId, table.ruleId, table.userId),
    index('point_lots_user').on(table.userId),
    index('point_lots_expiry')
      .on(table.expiresAt)
      .where(sql`remaining > 0`)
  ]
)

/** Which lots a tender was paid from, so that they come back to them. */
export const pointUses = pgTable(
  'point_uses',
  {
    id: serial().primaryKey(),
    tenderId: integer()
      .notNull()
      .references(() => orderTenders.id),
    lotId: integer()
      .notNull()
      .references(() => pointLots.id),
    amount: amount().notNull(),
    returned: amount().notNull().default(0)
  },
  (table) => [index('point_uses_tender').on(table.tenderId)]
)

/** The history of wallets: what was added (plus) and taken (minus), and why. Never changed. */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    walletType: smallint().$type<WalletType>().notNull().default(0),
    type: text().$type<WalletEntryType>().notNull(),
    amount: amount().notNull(),
    orderId: integer().references(() => orders.id),
    lotId: integer().references(() => pointLots.id),
    /** The tender that a corporate wallet paid or that came back to it; those of points have their lots. */
    tenderId: integer().references(() => orderTenders.id),
    reason: jsonb().$type<WalletReason>().notNull(),
    createdAt: at().notNull()
  },
  // Read backwards: an index that descends has its nulls elsewhere than the query, and is not used.
  (table) => [
    index('wallet_entries_user').on(table.userId, table.walletType, table.id),
    index('wallet_entries_corporate')
      .on(table.id)
      .where(sql`wallet_type = 1`)
  ]
)

/**
 * Pro-forma invoices by which companies add money to their wallets. The wallet gets what comes, whatever the invoice asked for; its balance
 * is that of its account in the ledger.
 */
export const walletTopUps = pgTable(
  'wallet_top_ups',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    amount: amount().notNull(),
    received: amount().notNull().default(0),
    /** Who pays, as it was when the invoice was written. */
    companyName: text().notNull(),
    tin: text().notNull(),
    dueAt: at().notNull(),
    createdAt: at().notNull()
  },
  (table) => [index('wallet_top_ups_user').on(table.userId)]
)

/** Points that people withdraw: staff pay `amount - tax` to their bank account. One at a time waits for that. */
export const pointWithdrawals = pgTable(
  'point_withdrawals',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    amount: amount().notNull(),
    tax: amount().notNull(),
    /** Number of the bank account, 16 digits. */
    account: text().notNull(),
    state: text().$type<'requested' | 'paid'>().notNull().default('requested'),
    requestedAt: at().notNull(),
    paidAt: at(),
    paidBy: text()
  },
  (table) => [
    index('point_withdrawals_user').on(table.userId),
    uniqueIndex('point_withdrawals_waiting')
      .on(table.userId)
      .where(sql`state = 'requested'`)
  ]
)

/** Tickets that one person got by one order and rule. The id is the number on the ticket. */
export const lotteryTickets = pgTable(
  'lottery_tickets',
  {
    id: serial().primaryKey(),
    ruleId: integer()
      .notNull()
      .references(() => rewardRules.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Among those of the same person, order and rule, from 0: nobody gets one twice. */
    position: integer().notNull(),
    createdAt: at().notNull(),
    /** When its order was refunded. */
    withdrawnAt: at(),
    /** What it won. */
    giftCardId: integer().references(() => giftCards.id)
  },
  (table) => [
    unique('lottery_tickets_reward').on(table.orderId, table.ruleId, table.userId, table.position),
    index('lottery_tickets_user').on(table.userId),
    index('lottery_tickets_rule').on(table.ruleId)
  ]
)

/** Draws, one a key of rewards.yaml. The lot of a ticket is the SHA-256 of "seed:number", so that everybody can count them again. */
export const lotteryDraws = pgTable('lottery_draws', {
  key: text().primaryKey(),
  seed: text().notNull(),
  /** How many took part. */
  tickets: integer().notNull(),
  drawnAt: at().notNull(),
  /** Name of the member of staff. */
  drawnBy: text().notNull()
})
