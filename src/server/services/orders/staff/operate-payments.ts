import { eq } from 'drizzle-orm'
import { formatAmd, toAmd, type Amount } from '#domain/money.ts'
import { topUpIdOf } from '#domain/rewards/corporate-wallet.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { findPayment } from '#server/services/payments/payment-row.ts'
import { settlePayment } from '#server/services/payments/settle-payment.ts'
import { confirmPayment } from '#server/services/payments/staff/confirm.ts'
import { handOver } from '#server/services/payments/staff/hand-over.ts'
import { payOut } from '#server/services/payments/payouts.ts'
import { retryRefund } from '#server/services/payments/staff/retry.ts'
import { courierMoney, deadRefunds, silentPayments, silentUnbindings, waitingPayouts } from '#server/services/payments/staff/stuck.ts'
import { unconfirmedPayments } from '#server/services/payments/staff/unconfirmed.ts'
import { receiveTransfer } from '#server/services/payments/transfers/receive.ts'
import { emptyWallet, walletsToEmpty } from '#server/services/wallet/corporate/empty.ts'
import { receiveTopUp } from '#server/services/wallet/corporate/receive-top-up.ts'
import { payWithdrawal, waitingWithdrawals } from '#server/services/wallet/pay-withdrawal.ts'
import { lockPayableOrder } from '../payable-order.ts'
import { BadWords, isName, readName, readNumber, requireEnd } from '#server/services/core/bad-words.ts'

type Verb = (ctx: Context, words: readonly string[]) => Promise<string[]>

const money = (amount: Amount): string => formatAmd(toAmd(amount), 'en')
const day = (date: Date): string => date.toISOString().slice(0, 16)

const stuck: Verb = async (ctx, rest) => {
  requireEnd(rest)
  const dead = (await deadRefunds(ctx)).map((row) => ['refund', row.id, day(row.since), row.bankNumber, money(row.amount), 'given up'])
  const silent = (await silentPayments(ctx)).map((row) => ['payment', row.id, day(row.since), row.bankNumber, money(row.amount), row.state])
  const waiting = (await waitingPayouts(ctx)).map((row) => [
    'payout',
    row.id,
    day(row.since),
    row.orderNumber,
    money(row.amount),
    'to pay out'
  ])
  const withdrawn = (await waitingWithdrawals(ctx)).map((row) => [
    'withdrawal',
    row.id,
    day(row.requestedAt),
    row.account,
    money(row.amount - row.tax),
    `to pay to the account; ${money(row.tax)} tax`
  ])
  const wallets = (await walletsToEmpty(ctx)).map((row) => [
    'wallet',
    row.userId,
    day(row.since),
    row.company,
    money(row.amount),
    'to pay back, the account is to be deleted'
  ])
  const couriers = (await courierMoney(ctx)).map((row) => ['courier', row.courier, '', '', money(row.amount), 'to hand over'])
  const cards = (await silentUnbindings(ctx)).map((row) => [
    'card',
    row.id,
    day(row.since),
    row.provider,
    '',
    'to unbind, asked again then'
  ])
  const lines = [...dead, ...silent, ...waiting, ...withdrawn, ...wallets, ...couriers, ...cards].map((columns) => columns.join('\t'))
  return lines.length > 0 ? lines : ['nothing is stuck']
}

/** How far back a wallet's list is compared unless said otherwise. */
const UNCONFIRMED_DAYS = 3

const unconfirmed: Verb = async (ctx, [days, ...rest]) => {
  requireEnd(rest)
  const rows = await unconfirmedPayments(ctx, days === undefined ? UNCONFIRMED_DAYS : readNumber('DAYS', days))
  const lines = rows.map(({ id, since, provider, bankRef, orderNumber, amount, state }) =>
    [id, day(since), provider, bankRef, orderNumber, money(amount), state].join('\t')
  )
  return lines.length > 0 ? lines : ['nothing is unconfirmed']
}

const retry: Verb = async (ctx, [id, ...rest]) => {
  requireEnd(rest)
  const refundId = readNumber('ID', id)
  const given = await retryRefund(ctx, refundId, lockPayableOrder)
  if (given === null) throw new BadWords(`there is no refund ${refundId} that was given up; "stuck" lists them`)
  return [given ? `refund ${refundId} is given back` : `refund ${refundId} is tried again until its bank answers`]
}

const TRANSACTION = /^[\w-]{1,64}$/

const settle: Verb = async (ctx, [id, amount, transaction = '', ...rest]) => {
  requireEnd(rest)
  const paymentId = readNumber('ID', id)
  const byId = eq(schema.payments.id, paymentId)
  const payment = await findPayment(ctx, byId)
  if (!payment) throw new BadWords(`there is no payment ${paymentId}; "stuck" lists them`)
  try {
    if (amount === undefined) await settlePayment(ctx, paymentId, lockPayableOrder)
    else if (!TRANSACTION.test(transaction))
      throw new BadWords('NUMBER is what the wallet knows the money by: letters, digits, "_" and "-"')
    else if (!(await confirmPayment(ctx, payment, { amount: readNumber('AMOUNT', amount) * 100, transaction }, lockPayableOrder)))
      throw new BadWords(`payment ${paymentId} is settled without an AMOUNT: its provider says what it took`)
  } catch (cause) {
    if (!(cause instanceof BankUnavailable)) throw cause
    return [`the bank does not answer about payment ${paymentId}; ask again later`]
  }
  return [`payment ${paymentId} is ${(await findPayment(ctx, byId))?.state}`]
}

const received: Verb = async (ctx, [orderNumber = '', amount, ...rest]) => {
  requireEnd(rest)
  const drams = amount === undefined ? null : readNumber('AMOUNT', amount)
  const topUpId = topUpIdOf(orderNumber)
  if (topUpId !== null) return toppedUp(ctx, topUpId, orderNumber, drams === null ? null : drams * 100)
  const { orders } = schema
  const [order] = await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.number, orderNumber))
  const result = order ? await receiveTransfer(ctx, order.id, drams === null ? null : drams * 100, lockPayableOrder) : null
  if (!result)
    throw new BadWords(
      `order ${orderNumber} waits for no bank transfer; with an AMOUNT, money for an order with an invoice is taken up anyway`
    )
  const lines = [
    `${money(result.amount)} for order ${orderNumber} ${result.left > 0 ? `received, ${money(result.left)} is left` : 'received'}`
  ]
  return result.back > 0 ? [...lines, `${money(result.back)} is to be paid back; "stuck" lists the payout`] : lines
}

const toppedUp = async (ctx: Context, id: number, number: string, named: Amount | null): Promise<string[]> => {
  const result = await receiveTopUp(ctx, id, named)
  if (!result) throw new BadWords(`invoice ${number} waits for no bank transfer; with an AMOUNT, more money for it is taken up anyway`)
  const left = result.left > 0 ? `; ${money(result.left)} of invoice ${number} is left` : `, invoice ${number} is paid`
  return [`${money(result.amount)} is in the corporate wallet${left}`]
}

const handedOver: Verb = async (ctx, [courier = '', amount, ...rest]) => {
  requireEnd(rest)
  if (!isName(courier)) throw new BadWords(`COURIER is a name of small letters, digits and "-", not "${courier}"`)
  const drams = readNumber('AMOUNT', amount)
  const left = await handOver(ctx, courier, drams * 100)
  if (left === null) throw new BadWords(`AMOUNT is more than ${courier} has taken; "stuck" says how much that is`)
  return [`${money(drams * 100)} of ${courier} is received, ${money(left)} is left`]
}

const payout: Verb = async (ctx, [id, name, ...rest]) => {
  requireEnd(rest)
  const payoutId = readNumber('ID', id)
  const paidBy = readName('paid', name)
  if (!(await payOut(ctx, payoutId, paidBy, lockPayableOrder)))
    throw new BadWords(`there is no payout ${payoutId} to make; "stuck" lists them`)
  return [`payout ${payoutId} is paid by ${paidBy}`]
}

const withdrawal: Verb = async (ctx, [id, name, ...rest]) => {
  requireEnd(rest)
  const withdrawalId = readNumber('ID', id)
  const paidBy = readName('paid', name)
  if (!(await payWithdrawal(ctx, withdrawalId, paidBy)))
    throw new BadWords(`there is no withdrawal ${withdrawalId} to pay; "stuck" lists them`)
  return [`withdrawal ${withdrawalId} is paid by ${paidBy}`]
}

const emptied: Verb = async (ctx, [id, ...rest]) => {
  requireEnd(rest)
  const userId = readNumber('ID', id)
  const amount = await emptyWallet(ctx, userId)
  if (amount === null) throw new BadWords(`there is no corporate wallet ${userId} to pay back; "stuck" lists them`)
  return [`${money(amount)} of corporate wallet ${userId} is paid back`]
}

const VERBS: Readonly<Record<string, Verb>> = {
  ...{ stuck, unconfirmed, retry, settle, received, 'handed-over': handedOver, payout, withdrawal, 'empty-wallet': emptied }
}

/** Executes a command of staff about money and returns lines for display. Throws BadWords. */
export const operatePayments = async (ctx: Context, [verb = '', ...words]: readonly string[]): Promise<string[]> => {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!run) throw new BadWords(`there is no verb "${verb}"; the verbs are ${Object.keys(VERBS).join(', ')}`)
  return run(ctx, words)
}
