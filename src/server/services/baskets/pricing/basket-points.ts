import type { BasketPoints } from '#contract/baskets/basket.ts'
import { linePrice } from '#domain/basket.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { rewardsOf, ticketsOf, type RewardedLine } from '#domain/rewards/rewards.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { ownShareOf, payableOf } from '#server/services/baskets/group/shares-by-member.ts'
import { customersOf, NOBODY } from '#server/services/profile/customers-of.ts'
import { runningRules } from '#server/services/wallet/running-rules.ts'
import { availablePoints, coveredBy } from '#server/services/wallet/spend-points.ts'
import type { Line } from './price-lines.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

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
  const { earns, tickets } = priced ? await earnedBy(ctx, userId, priced, paymentId) : NOTHING
  const labelledAt = priced ? refusedGoods(priced).map(({ supplier }) => supplier.name[ctx.locale]) : []
  return { available: toAmd(available), covers: toAmd(covers), left: toAmd(total - covers), labelledAt, earns: toAmd(earns), tickets }
}

/** What is to be paid, and what of it money that the shop keeps may pay: any of it `due`, points no more than `byPoints`. */
export interface Bill {
  due: Amount
  byPoints: Amount
}

/**
 * What own money may pay of a basket: nothing of one with gift cards in it, which for points would be a withdrawal without its tax, and points
 * not the goods for which their supplier takes none.
 */
export const billOf = (priced: PricedBasket): Bill => {
  if (hasGiftCards(priced)) return { due: 0, byPoints: 0 }
  const due = payableOf(priced)
  return { due, byPoints: due - refusedGoods(priced).reduce((sum, { price }) => sum + price, 0) }
}

/** What points pay of what gift cards left. */
export const pointsCover = (available: Amount, { due, byPoints }: Bill, byCards: Amount): Amount =>
  coveredBy(available, Math.max(0, Math.min(due - byCards, byPoints)))

/** Suppliers that take points for marked goods only, and what the others of theirs cost; where everybody pays, of the own goods. */
const refusedGoods = (priced: PricedBasket): { supplier: DirectorySupplier; price: Amount }[] =>
  priced.entries.flatMap(({ supplier, buyable }) => {
    const refused = payableLines(priced, buyable).filter(({ points }) => points === 'refused')
    const { applied } = priced
    const price = refused.reduce((sum, line) => sum + linePrice(line) - (applied?.lines.get(line.id) ?? 0), 0)
    return price > 0 ? [{ supplier, price }] : []
  })

const payableLines = (priced: PricedBasket, lines: readonly Line[]): readonly Line[] =>
  ownShareOf(priced) === null ? lines : lines.filter(({ userId }) => userId === priced.basket.userId)

interface Earned {
  earns: Amount
  tickets: number
}
const NOTHING: Earned = { earns: 0, tickets: 0 }

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
    tickets: ticketsOf(asked, order).reduce((sum, { rule }) => sum + (rule.tickets ?? 0), 0)
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
