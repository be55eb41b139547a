import { eq, inArray } from 'drizzle-orm'
import { toAmd, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Difference } from './difference.ts'

const amd = (amount: Amount): string => `${toAmd(amount).toFixed(2)} AMD`

/** Returns one line for each difference: what it is about, what differs, and the cure. */
export const describeDifferences = async (ctx: Pick<Context, 'db'>, differences: readonly Difference[]): Promise<string[]> => {
  const named = await namesOf(
    ctx,
    differences.flatMap((one) => ('cause' in one ? [one.cause] : 'account' in one ? [one.account] : []))
  )
  return differences.map((one) => `${named.get(subjectOf(one)) ?? subjectOf(one)}: ${problemOf(one)}`)
}

const subjectOf = (one: Difference): string => {
  if ('cause' in one) return one.cause
  return 'account' in one ? one.account : 'payment' in one ? `payment ${one.payment} at ${one.provider}` : one.provider
}

const problemOf = (one: Difference): string => {
  const amount = amd(one.amount)
  switch (one.kind) {
    case 'unbalanced':
      return `its entries add up to ${amount} instead of nothing. The database refuses that, so it was written past it: restore a backup`
    case 'not-posted':
      return `${amount} are not in the ledger. Post them: npm run ledger -- post ${one.cause}`
    case 'without-fact':
      return `${amount} are in the ledger, and no row of the shop says why. The row was changed or lost: put it back from a backup`
    case 'other-amount':
      return `${amount} are in the ledger, and the shop's row says ${amd(one.expected)}. The row was changed later: put it back from a backup`
    case 'balance':
      return `the stored balance is ${amount}, its entries add up to ${amd(one.expected)}. Count it again: npm run ledger -- balances`
    case 'lots':
      return `the stored balance is ${amount}, the points that are left are ${amd(one.expected)}. Look for a transfer that is missing among the other differences`
    case 'cards':
      return `the stored balance is ${amount}, the gift card has ${amd(one.expected)}. Look for a transfer that is missing among the other differences`
    case 'wallets':
      return `the stored balance is ${amount}, the history of the corporate wallet adds up to ${amd(one.expected)}. Look for a transfer that is missing among the other differences`
    case 'below-zero':
      return `${amount}, more left than came. Look for a transfer that is missing among the other differences`
    case 'left-open':
      return `${amount} came in and neither paid for the order nor went back. Its payments show whether a refund was never asked for`
    case 'clearing':
      return `the ledger has ${amount} there, payments less refunds are ${amd(one.expected)}. The payments are among the other differences`
    case 'provider':
      return `the shop counts ${amount}, the provider ${amd(one.expected)}. Ask the provider; a payment under way is found by itself`
  }
}

const idOf = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)

/** Returns subjects as people know them: by the numbers of orders and payments. */
const namesOf = async ({ db }: Pick<Context, 'db'>, subjects: readonly string[]): Promise<Map<string, string>> => {
  const { orders, orderTenders, payments, paymentRefunds } = schema
  const ids = (pattern: RegExp): number[] => [...new Set(subjects.map((subject) => idOf(subject, pattern)).filter((id) => id > 0))]
  const [ORDER, PAYMENT, REFUND, TENDER] = [/order:(\d+)/, /^payment:(\d+)/, /^refund:(\d+)/, /^tender:(\d+)/]
  const inOrders = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, ids(ORDER)))
  const inPayments = await db
    .select({ id: payments.id, number: payments.bankNumber })
    .from(payments)
    .where(inArray(payments.id, ids(PAYMENT)))
  const inRefunds = await db
    .select({ id: paymentRefunds.id, number: payments.bankNumber })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(inArray(paymentRefunds.id, ids(REFUND)))
  const inTenders = await db
    .select({ id: orderTenders.id, number: orders.number })
    .from(orderTenders)
    .innerJoin(orders, eq(orders.id, orderTenders.orderId))
    .where(inArray(orderTenders.id, ids(TENDER)))
  const found = [
    [ORDER, 'order', inOrders],
    [PAYMENT, 'payment', inPayments],
    [REFUND, 'refund of payment', inRefunds],
    [TENDER, 'money at the door of order', inTenders]
  ] as const
  return new Map(
    subjects.flatMap((subject) => {
      for (const [pattern, word, rows] of found) {
        const row = rows.find(({ id }) => id === idOf(subject, pattern))
        if (row) return [[subject, `${word} ${row.number} (${subject})`] as const]
      }
      return []
    })
  )
}
