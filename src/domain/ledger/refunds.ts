import type { Amount } from '../money.ts'
import {
  clearing,
  courierCash,
  giftCard,
  payoutPending,
  points,
  receivable,
  refundPending,
  supplierPayable,
  TERMINALS,
  tips,
  wallet,
  type Account
} from './accounts.ts'
import { sharesOf, type OrderShares } from './order.ts'
import type { DoorMoney } from './received.ts'
import { commissionOf, shareBack, type BasisPoints } from './shares.ts'
import { transfer, type Side, type Transfer } from './transfer.ts'

/** Goods of one supplier that are given back. */
export interface PartBack {
  supplierId: number
  rate: BasisPoints
  /** All goods of the part, what of them went back before, and what goes back now. */
  goods: { whole: Amount; before: Amount; now: Amount }
  packing: Amount
}

/** What of an order is given back: delivery with a whole part, service fee and tip with the whole order, unused gift cards. */
export interface OrderBack {
  parts: readonly PartBack[]
  delivery: Amount
  serviceFee: Amount
  tip?: { orderId: number; amount: Amount }
  giftCards?: readonly { cardId: number; amount: Amount }[]
}

/** Whom the money of goods that go back is taken from. The tip comes first, as the money that paid it is given back before points are. */
export const sourcesOf = ({ parts, delivery, serviceFee, tip, giftCards = [] }: OrderBack): Side[] => [
  ...(tip ? [[tips(tip.orderId), tip.amount] as const] : []),
  ...parts.flatMap(({ supplierId, rate, goods, packing }): Side[] => {
    const commission = shareBack(commissionOf(goods.whole, rate), goods.whole, goods.before, goods.now)
    return [
      [supplierPayable(supplierId), goods.now + packing - commission],
      ['revenue:commission', commission]
    ]
  }),
  ['revenue:delivery', delivery],
  ['revenue:service-fee', serviceFee],
  ...giftCards.map(({ cardId, amount }): Side => [giftCard(cardId), amount])
]

/**
 * Lines, parts or all of an order that was funded are given back, to where the tenders came from: refundPending(provider), points, wallet,
 * giftCard, payoutPending, and 'cost:vouchers' for the market's share of a voucher or the discount of a card.
 */
export const orderRefunded = (refundId: number, back: OrderBack, to: readonly Side[]): Transfer =>
  transfer('order.refunded', `refund:${refundId}`, sourcesOf(back), to)

/** A whole order goes back in several refunds: each takes its amount from what the ones before it left. */
export const orderRefundedInTurn = (order: OrderShares, refunds: readonly RefundTo[]): Transfer[] =>
  refundedInTurn(sharesOf(order), refunds)

export interface RefundTo {
  refundId: number
  amount: Amount
  to: Account
}

/** The same for what `sourcesOf` finds: all of its money goes to the refunds, one after the other. */
export const refundedInTurn = (sources: readonly Side[], refunds: readonly RefundTo[]): Transfer[] => {
  const left = sources.map(([account, amount]) => ({ account, amount }))
  return refunds.map(({ refundId, amount, to }) => {
    const from: Side[] = []
    let open = amount
    for (const source of left) {
      const taken = Math.min(source.amount, open)
      source.amount -= taken
      open -= taken
      from.push([source.account, taken])
    }
    return transfer('order.refunded', `refund:${refundId}`, from, [[to, amount]])
  })
}

/** Money that paid nothing is given back: its order expired, was cancelled before it was funded, excluded it, or costs less. */
export const receivableRefunded = (refundId: number, orderId: number, to: readonly Side[]): Transfer =>
  transfer('receivable.refunded', `refund:${refundId}`, [[receivable(orderId), to.reduce((sum, [, amount]) => sum + amount, 0)]], to)

/** The provider has given it back. */
export const refundSent = (refundId: number, provider: string, amount: Amount): Transfer =>
  transfer('refund.sent', `refund:${refundId}:sent`, [[refundPending(provider), amount]], [[clearing(provider), amount]])

/** What was received arrives at the shop's bank: a provider or the acquirer of terminals pays, or a courier hands over. */
export const settled = (cause: string, from: { provider: string } | { money: DoorMoney; courier: string }, amount: Amount): Transfer =>
  transfer('settled', cause, [['bank', amount]], [[settledAccount(from), amount]])

const settledAccount = (from: Parameters<typeof settled>[1]): Account => {
  if ('provider' in from) return clearing(from.provider)
  return from.money === 'cash' ? courierCash(from.courier) : clearing(TERMINALS)
}

/** The shop's bank pays: a person, the tax office, a supplier or a courier. */
export const paidOut = (cause: string, [account, amount]: Side): Transfer =>
  transfer('paid-out', cause, [[account, amount]], [['bank', amount]])

/** The person takes points instead of a payout that waits. The cause is the payout's: it leaves the shop once. */
export const payoutAsPoints = (payoutId: number, userId: number, amount: Amount): Transfer =>
  transfer('payout.as-points', `payout:${payoutId}`, [[payoutPending(userId), amount]], [[points(userId), amount]])

/** A company puts it into its wallet instead, under the same cause. */
export const payoutToWallet = (payoutId: number, userId: number, amount: Amount): Transfer =>
  transfer('payout.to-wallet', `payout:${payoutId}`, [[payoutPending(userId), amount]], [[wallet(userId), amount]])
