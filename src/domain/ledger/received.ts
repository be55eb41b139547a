import type { Amount } from '../money.ts'
import { ANY_COURIER, BANK, clearing, courierCash, receivable, suspense, TERMINALS, type Account } from './accounts.ts'
import { transfer, type Side, type Transfer } from './transfer.ts'

// Money that comes in for an order.

interface Captured {
  paymentId: number
  orderId: number
  provider: string
  amount: Amount
}

/** A provider took money from the payer. */
export const paymentCaptured = ({ paymentId, orderId, provider, amount }: Captured): Transfer =>
  transfer('payment.captured', `payment:${paymentId}:captured`, [[clearing(provider), amount]], [[receivable(orderId), amount]])

/** Who holds what was paid at the door: a courier the notes, or the acquirer of the terminal. */
export type DoorMoney = 'cash' | 'terminal'
const doorAccount = (money: DoorMoney, courier: string): Account => (money === 'cash' ? courierCash(courier) : clearing(TERMINALS))

interface Received {
  tenderId: number
  orderId: number
  amount: Amount
  money: DoorMoney
  courier?: string
}

/** Cash or a card at the door. */
export const doorReceived = ({ tenderId, orderId, amount, money, courier = ANY_COURIER }: Received): Transfer =>
  transfer('door.received', `tender:${tenderId}:received`, [[doorAccount(money, courier), amount]], [[receivable(orderId), amount]])

/** A bank transfer for an order; what is more than it still asked for stays in suspense. */
export const bankReceived = ({
  cause,
  orderId,
  amount,
  due
}: {
  cause: string
  orderId: number
  amount: Amount
  due: Amount
}): Transfer => {
  const taken = Math.min(amount, due)
  return transfer(
    'bank.received',
    cause,
    [[BANK, amount]],
    [
      [receivable(orderId), taken],
      [suspense('bank'), amount - taken]
    ]
  )
}

/** Points, wallet or a gift card pay a share of an order, at checkout. */
export const ownSpent = (tenderId: number, orderId: number, [account, amount]: Side): Transfer =>
  transfer('own.spent', `tender:${tenderId}:spent`, [[account, amount]], [[receivable(orderId), amount]])

/** A share of them comes back before all of the order's money was there: it became cheaper. */
export const ownReturned = (cause: string, orderId: number, [account, amount]: Side): Transfer =>
  transfer('own.returned', cause, [[receivable(orderId), amount]], [[account, amount]])

/** The market's share of a voucher. One by the supplier only makes what the supplier gets smaller. */
export const voucherFunded = (orderId: number, amount: Amount): Transfer =>
  transfer('voucher.funded', `order:${orderId}:voucher`, [['cost:vouchers', amount]], [[receivable(orderId), amount]])

/** An order with a voucher ends unpaid. */
export const voucherReturned = (orderId: number, amount: Amount): Transfer =>
  transfer('voucher.returned', `order:${orderId}:voucher:returned`, [[receivable(orderId), amount]], [['cost:vouchers', amount]])

/** Money of a provider or of the bank that belongs to no order. */
export const moneyUnmatched = (cause: string, where: { provider: string } | 'bank', amount: Amount): Transfer =>
  where === 'bank'
    ? transfer('money.unmatched', cause, [[BANK, amount]], [[suspense('bank'), amount]])
    : transfer('money.unmatched', cause, [[clearing(where.provider), amount]], [[suspense(where.provider), amount]])

/** It became clear whose it is: it goes back, to a wallet, to a payout, or to its order. */
export const moneyMatched = (cause: string, where: string, to: readonly Side[]): Transfer =>
  transfer('money.matched', cause, [[suspense(where), to.reduce((sum, [, amount]) => sum + amount, 0)]], to)
