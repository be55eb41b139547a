import type { CustomerGroup, PaymentMethodId, SupplierKind } from '../enums.ts'
import type { Words } from '../locale.ts'
import type { Amount } from '../money.ts'

/**
 * Reward types of the spec (section 3): of `FIXED` and `RATE` an order gets the better one, `GLOBAL` comes beside it. `LOTTERY` gives tickets
 * for a draw instead of points, `FREE_DELIVERY` the delivery of another order.
 */
export const REWARD_TYPE = { FIXED: 1, RATE: 2, FREE_DELIVERY: 3, LOTTERY: 4, GLOBAL: 5 } as const
export type RewardType = (typeof REWARD_TYPE)[keyof typeof REWARD_TYPE]

/** What earns points, tickets for a draw, or a free delivery. Days are yyyy-mm-dd in Yerevan, both included. One point is one dram, so points are amounts, too. */
export interface RewardRule {
  id: number
  key: string
  title: Words
  type: RewardType
  /** Hundredths of a percent of what was paid for the goods; null for a fixed reward. */
  rate: number | null
  /** Points of a fixed reward; null for a rate. */
  points: Amount | null
  /** Of a lottery: the tickets of one order, how many of them win, and the gift card that each of those wins; null for what gives points. */
  tickets: number | null
  winners: number | null
  prize: Amount | null
  startsOn: string
  endsOn: string
  /** Goods that it is for, at least, without delivery. */
  minimum: Amount
  /** The most points of one order. */
  cap: Amount | null
  /** Aliases of suppliers, kinds and ids of payment methods; empty: all. */
  suppliers: readonly string[]
  kinds: readonly SupplierKind[]
  methods: readonly PaymentMethodId[]
  /** Only for products with the label plus_points. */
  labelled: boolean
  /** Only for what VIP customers pay, and only for these customer groups; empty: for all, and for whoever is in none. */
  vip: boolean
  groups: readonly CustomerGroup[]
  /** How long its points, or its free deliveries, live after they were earned; null when `liveUntil` says the last day, and for a lottery. */
  liveDays: number | null
  liveUntil: string | null
}

/** Whether a rule is not for every customer. */
export const isForSome = ({ vip, groups }: Pick<RewardRule, 'vip' | 'groups'>): boolean => vip || groups.length > 0
