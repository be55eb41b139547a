import type { BasketPoints } from '#contract/baskets/basket.ts'
import { linePrice } from '#domain/basket.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { freeDeliveriesOf, rewardsOf, ticketsOf, type RewardedLine } from '#domain/rewards/rewards.ts'
import type { Context } from '#server/context.ts'
import { payableOf } from '#server/services/baskets/group/shares-by-member.ts'
import { customersOf, NOBODY } from '#server/services/profile/customers-of.ts'
import { openFreeDeliveries } from '#server/services/wallet/free-deliveries.ts'
import { runningRules } from '#server/services/wallet/running-rules.ts'
import { availablePoints } from '#server/services/wallet/spend-points.ts'
import { applyVoucher } from './apply-voucher.ts'
import { billOf, pointsCover, refusedGoods } from './bill.ts'
import { isBooked, type PricedBasket } from './price.ts'

/** What the caller's points would pay of what gift cards leave of a basket, and what it would earn if money paid all of it. */
export const basketPoints = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null,
  { paymentId, byCards }: { paymentId: number | undefined; byCards: Amount }
): Promise<BasketPoints> => {
  const available = await availablePoints(ctx, userId)
  const total = (priced ? payableOf(priced) : 0) - byCards
  const covers = priced ? pointsCover(available, billOf(priced), byCards) : 0
  const { earns, tickets, earnsDelivery } = priced ? await earnedBy(ctx, userId, priced, paymentId) : NOTHING
  const labelledAt = priced ? refusedGoods(priced).map(({ supplier }) => supplier.name[ctx.locale]) : []
  return {
    ...{ available: toAmd(available), covers: toAmd(covers), left: toAmd(total - covers), labelledAt },
    ...{ earns: toAmd(earns), tickets, earnsDelivery, freeDelivery: priced && (await usableFreeDelivery(ctx, userId, priced)) }
  }
}

/** Of the caller's free deliveries that take something off the basket the one that ends first; none beside another voucher. */
const usableFreeDelivery = async (ctx: Context, userId: number, priced: PricedBasket): Promise<BasketPoints['freeDelivery']> => {
  if (priced.voucher || isBooked(priced) || priced.entries.every(({ delivery }) => delivery === 0)) return null
  for (const voucher of await openFreeDeliveries(ctx, userId)) {
    const { amount } = applyVoucher(voucher, priced.entries, ctx.now())
    if (amount > 0) return { code: voucher.code, lastDay: voucher.endsOn, saves: toAmd(amount) }
  }
  return null
}

interface Earned {
  earns: Amount
  tickets: number
  earnsDelivery: boolean
}
const NOTHING: Earned = { earns: 0, tickets: 0, earnsDelivery: false }

const earnedBy = async (ctx: Context, userId: number, priced: PricedBasket, paymentId: number | undefined): Promise<Earned> => {
  const amount = payableOf(priced)
  const rules = await runningRules(ctx)
  if (amount === 0 || rules.length === 0) return NOTHING
  const methodId = Object.values(PAYMENT_METHOD).find((id) => id === paymentId)
  // Without a method every rule counts: which one the person will choose is not known.
  const asked = methodId === undefined ? rules.map((rule) => ({ ...rule, methods: [] })) : rules
  const customer = (await customersOf(ctx, rules, [userId])).get(userId)
  const money = [{ payerId: userId, methodId: methodId ?? DEFAULT_METHOD.id, amount, ...(customer ?? NOBODY) }]
  const order = { lines: linesOf(priced), total: priced.totals.total, money }
  return {
    earns: rewardsOf(asked, order).reduce((sum, { points }) => sum + points, 0),
    tickets: ticketsOf(asked, order).reduce((sum, { rule }) => sum + (rule.tickets ?? 0), 0),
    earnsDelivery: freeDeliveriesOf(asked, order).length > 0
  }
}

const linesOf = ({ entries, applied }: PricedBasket): RewardedLine[] =>
  entries.flatMap(({ supplier, buyable }) =>
    buyable.map((line) => ({
      alias: supplier.alias,
      kind: supplier.kind,
      labelled: line.plusPoints,
      price: linePrice(line) - (applied?.lines.get(line.id) ?? 0)
    }))
  )
