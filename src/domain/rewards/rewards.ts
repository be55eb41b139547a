import type { CustomerGroup, PaymentMethodId, SupplierKind } from '../enums.ts'
import { allocate } from '../ledger/shares.ts'
import type { Amount } from '../money.ts'
import { DAY_MINUTES, instantOf, MINUTE, yerevan, type Instant } from '../time/yerevan-time.ts'
import { REWARD_TYPE, type RewardRule } from './rule.ts'

/** A line of an order. `price`: what is paid for it, after discounts and vouchers, without what went back. */
export interface RewardedLine {
  alias: string
  kind: SupplierKind
  /** It has the label plus_points. */
  labelled: boolean
  price: Amount
}

/** Real money, not points. */
export interface PaidMoney {
  payerId: number
  methodId: PaymentMethodId
  amount: Amount
  /** Of the payer. */
  vip: boolean
  group: CustomerGroup | null
}

export interface RewardedOrder {
  lines: readonly RewardedLine[]
  /** The whole price that was paid, what points paid inside; it stays when lines go back. */
  total: Amount
  money: readonly PaidMoney[]
}

/** `counted`: what of the money is for goods of the rule. */
export interface Share {
  counted: Amount
  points: Amount
}
export interface Reward extends Share {
  rule: RewardRule
  byPayer: ReadonlyMap<number, Share>
}

/** The free delivery that an order gives to one of those who paid it. */
export interface FreeDeliveryReward {
  rule: RewardRule
  payerId: number
}

/** The tickets that an order gives to those who paid it. */
export interface TicketReward {
  rule: RewardRule
  byPayer: ReadonlyMap<number, number>
}

const POINT = 100
const RATE_WHOLE = 10_000n

const sumOf = (amounts: readonly Amount[]): Amount => amounts.reduce((sum, amount) => sum + amount, 0)
const includes = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value)

export const runsOn = ({ startsOn, endsOn }: Pick<RewardRule, 'startsOn' | 'endsOn'>, day: string): boolean =>
  startsOn <= day && day <= endsOn

/** When points earned at a moment expire: at the end of a day in Yerevan, or so many days later. */
export const expiryOf = ({ liveDays, liveUntil }: Pick<RewardRule, 'liveDays' | 'liveUntil'>, earnedAt: Instant): Instant =>
  liveUntil === null ? earnedAt + (liveDays ?? 0) * DAY_MINUTES * MINUTE : instantOf(liveUntil, '00:00') + DAY_MINUTES * MINUTE

/** The last day on which what was earned at a moment can be used, yyyy-mm-dd. */
export const lastDayOf = (rule: Pick<RewardRule, 'liveDays' | 'liveUntil'>, earnedAt: Instant): string =>
  rule.liveUntil ?? yerevan(expiryOf(rule, earnedAt)).date

/** What an order earns by some rules, in their order: of fixed and rate ones the better, and all global ones beside it. */
export const rewardsOf = (rules: readonly RewardRule[], order: RewardedOrder): Reward[] => {
  const earned = rules.flatMap((rule) => rewardOf(rule, order) ?? [])
  const rivals = earned.filter(({ rule }) => rule.type !== REWARD_TYPE.GLOBAL)
  const most = Math.max(...rivals.map(({ points }) => points))
  const best = rivals.find(({ points }) => points === most)
  return earned.filter((reward) => reward === best || reward.rule.type === REWARD_TYPE.GLOBAL)
}

/** The tickets of an order, lottery by lottery. Several payers share them as they shared the price. */
export const ticketsOf = (rules: readonly RewardRule[], order: RewardedOrder): TicketReward[] =>
  rules.flatMap((rule): TicketReward[] => {
    const basis = rule.tickets === null ? null : basisOf(rule, order)
    if (!basis || basis.counted === 0) return []
    const shares = allocate(rule.tickets ?? 0, [...basis.paid.values()])
    const byPayer = [...basis.paid.keys()].flatMap((payerId, index): [number, number][] => {
      const own = shares[index] ?? 0
      return own > 0 ? [[payerId, own]] : []
    })
    return [{ rule, byPayer: new Map(byPayer) }]
  })

/** The free deliveries of an order, rule by rule. Of several payers whoever paid most has it: it cannot be shared. */
export const freeDeliveriesOf = (rules: readonly RewardRule[], order: RewardedOrder): FreeDeliveryReward[] =>
  rules.flatMap((rule): FreeDeliveryReward[] => {
    const basis = rule.type === REWARD_TYPE.FREE_DELIVERY ? basisOf(rule, order) : null
    if (!basis || basis.counted === 0) return []
    const most = Math.max(...basis.paid.values())
    return [...basis.paid]
      .filter(([, paid]) => paid === most)
      .slice(0, 1)
      .map(([payerId]) => ({ rule, payerId }))
  })

/** What a rule counts of an order, and what each payer paid of it; null when there are too few of its goods. */
const basisOf = (rule: RewardRule, { lines, total, money }: RewardedOrder): { counted: Amount; paid: Map<number, Amount> } | null => {
  const goods = sumOf(lines.filter((line) => isFor(rule, line)).map(({ price }) => price))
  if (goods === 0 || goods < rule.minimum) return null
  const paid = new Map<number, Amount>()
  for (const { payerId, amount } of money.filter((each) => isOf(rule, each))) paid.set(payerId, (paid.get(payerId) ?? 0) + amount)
  return { counted: shareOf(goods, Math.min(total, sumOf([...paid.values()])), total), paid }
}

const rewardOf = (rule: RewardRule, order: RewardedOrder): Reward | null => {
  const basis = rule.type === REWARD_TYPE.LOTTERY || rule.type === REWARD_TYPE.FREE_DELIVERY ? null : basisOf(rule, order)
  if (!basis) return null
  const { counted, paid } = basis
  const points = Math.min(rule.cap ?? Number.MAX_SAFE_INTEGER, pointsFor(rule, counted))
  if (points <= 0) return null
  const weights = [...paid.values()]
  const countedShares = allocate(counted, weights)
  const pointShares = allocate(points / POINT, weights)
  const byPayer = new Map(
    [...paid.keys()].flatMap((payerId, index): [number, Share][] => {
      const own = (pointShares[index] ?? 0) * POINT
      return own > 0 ? [[payerId, { counted: countedShares[index] ?? 0, points: own }]] : []
    })
  )
  return { rule, counted, points, byPayer }
}

/** Whether a rule counts some money, by how and by whom it was paid. */
const isOf = ({ methods, vip, groups }: RewardRule, money: PaidMoney): boolean =>
  includes(methods, money.methodId) &&
  (!vip || money.vip) &&
  (groups.length === 0 || (money.group !== null && groups.includes(money.group)))

const isFor = ({ suppliers, kinds, labelled }: RewardRule, line: RewardedLine): boolean =>
  includes(suppliers, line.alias) && includes(kinds, line.kind) && (!labelled || line.labelled)

/** Rounded down, in whole hundredths. */
const shareOf = (amount: Amount, part: Amount, whole: Amount): Amount =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** Whole points, rounded down. */
const pointsFor = ({ rate, points }: RewardRule, counted: Amount): Amount => {
  if (counted === 0) return 0
  if (rate === null) return points ?? 0
  return Number((BigInt(counted) * BigInt(rate)) / RATE_WHOLE / BigInt(POINT)) * POINT
}
