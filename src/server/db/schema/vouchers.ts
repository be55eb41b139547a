import { bigint, boolean, date, index, integer, jsonb, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { CustomerGroup, PaymentMethodId, SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { Side } from '#domain/ledger/transfer.ts'
import type { VoucherFunder, VoucherKind } from '#domain/vouchers/voucher.ts'
import { users } from './people.ts'
import { rewardRules } from './rewards.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/**
 * Promo codes, from vouchers.yaml of the market, and the free deliveries that orders earned for one person each. How often each was used is in
 * `voucherUses`.
 */
export const vouchers = pgTable(
  'vouchers',
  {
    code: text().primaryKey(),
    title: jsonb().$type<Words>().notNull(),
    kind: text().$type<VoucherKind>().notNull(),
    value: amount().notNull(),
    cap: amount(),
    funder: text().$type<VoucherFunder>().notNull(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    minimum: amount().notNull(),
    suppliers: jsonb().$type<string[]>().notNull(),
    kinds: jsonb().$type<SupplierKind[]>().notNull(),
    notDiscounted: boolean().notNull(),
    methods: jsonb().$type<PaymentMethodId[]>().notNull(),
    firstOrder: boolean().notNull(),
    vip: boolean().notNull(),
    /** Customer groups that may use it; empty: all, and whoever is in none. */
    groups: jsonb().$type<CustomerGroup[]>().notNull().default([]),
    /** How often one person, and all together, may use it. */
    perPerson: integer(),
    inAll: integer(),
    /** Of a free delivery: whose it is, and the order and the rule that gave it; null for the market's. */
    ownerId: integer().references(() => users.id),
    orderId: integer().references(() => orders.id),
    ruleId: integer().references(() => rewardRules.id),
    /** When that order was refunded; its last day is over then. */
    withdrawnAt: at(),
    /** When its owner was told that it ends soon. */
    remindedAt: at()
  },
  (table) => [
    unique('vouchers_reward').on(table.orderId, table.ruleId, table.ownerId),
    index('vouchers_owner').on(table.ownerId),
    index('vouchers_remind')
      .on(table.endsOn)
      .where(sql`owner_id is not null and reminded_at is null`)
  ]
)

/** Orders that stand and used a voucher; a cancelled one gives it back. */
export const voucherUses = pgTable(
  'voucher_uses',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id),
    code: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Keyed hashes of the person's contacts at that time. */
    contacts: jsonb().$type<string[]>().notNull()
  },
  (table) => [index('voucher_uses_code').on(table.code, table.userId)]
)

/** The market's share of a voucher that came back with refunded lines; `sources`: whom the ledger takes it from. */
export const voucherReturns = pgTable(
  'voucher_returns',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amount: amount().notNull(),
    sources: jsonb().$type<Side[]>().notNull(),
    createdAt: at().notNull()
  },
  (table) => [index('voucher_returns_order').on(table.orderId)]
)
