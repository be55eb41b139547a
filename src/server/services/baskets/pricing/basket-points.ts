import type { BasketPoints } from '#contract/baskets/basket.ts'
import { linePrice } from '#domain/basket.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { rewardsOf, ticketsOf, type RewardedLine } from '#domain/rewards/rewards.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { customersOf, NOBODY } from '#server/services/profile/customers-of.ts'
import { runningRules } from '#server/services/wallet/running-rules.ts'
import { availablePoints, coveredBy } from '#server/services/wallet/spend-points.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

/** What the caller's points would pay of what gift cards leave of a basket, and what it would earn if money paid all of it. */
export const basketPoints = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null,
  { paymentId, byCards }: { paymentId: number | undefined; byCards: Amount }
): Promise<BasketPoints> => {
  const available = await availablePoints(ctx, userId)
  const total = (priced?.totals.total ?? 0) - byCards
  const covers = priced ? pointsCover(available, priced, byCards) : 0
  const { earns, tickets } = priced ? await earnedBy(ctx, userId, priced, paymentId) : NOTHING
  const labelledAt = priced ? refusedGoods(priced).map(({ supplier }) => supplier.name[ctx.locale]) : []
  return { available: toAmd(available), covers: toAmd(covers), left: toAmd(total - covers), labelledAt, earns: toAmd(earns), tickets }
}

/**
 * What points pay of what gift cards left of a basket: nothing of one with gift cards in it, which would be a withdrawal without its tax,
 * and not the goods for which their supplier takes none.
 */
export const pointsCover = (available: Amount, priced: PricedBasket, byCards: Amount): Amount => {
  if (hasGiftCards(priced)) return 0
  const { total } = priced.totals
  const refused = refusedGoods(priced).reduce((sum, { price }) => sum + price, 0)
  return coveredBy(available, Math.max(0, Math.min(total - byCards, total - refused)))
}

/** Suppliers that take points for marked goods only, and what the others of theirs cost. */
const refusedGoods = ({ entries, applied }: PricedBasket): { supplier: DirectorySupplier; price: Amount }[] =>
  entries.flatMap(({ supplier, buyable }) => {
    const refused = buyable.filter(({ points }) => points === 'refused')
    const price = refused.reduce((sum, line) => sum + linePrice(line) - (applied?.lines.get(line.id) ?? 0), 0)
    return price > 0 ? [{ supplier, price }] : []
  })

interface Earned {
  earns: Amount
  tickets: number
}
const NOTHING: Earned = { earns: 0, tickets: 0 }

const earnedBy = async (ctx: Context, userId: number, priced: PricedBasket, paymentId: number | undefined): Promise<Earned> => {
  const { total } = priced.totals
  const rules = await runningRules(ctx)
  if (total === 0 || rules.length === 0) return NOTHING
  const methodId = Object.values(PAYMENT_METHOD).find((id) => id === paymentId)
  // Without a method every rule counts: which one the person will choose is not known.
  const asked = methodId === undefined ? rules.map((rule) => ({ ...rule, methods: [] })) : rules
  const customer = (await customersOf(ctx, rules, [userId])).get(userId)
  const money = [{ payerId: userId, methodId: methodId ?? DEFAULT_METHOD.id, amount: total, ...(customer ?? NOBODY) }]
  const order = { lines: linesOf(priced), total, money }
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
