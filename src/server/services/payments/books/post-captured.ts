import { payoutPending, refundPending } from '#domain/ledger/accounts.ts'
import { paymentCaptured } from '#domain/ledger/received.ts'
import { receivableRefunded, refundSent } from '#domain/ledger/refunds.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import type { PaymentRow } from '#server/services/payments/payment-row.ts'
import { requestOrderReceipt } from './fiscal.ts'
import { funding } from './post-order.ts'

type Paid = Pick<PaymentRow, 'id' | 'orderId' | 'provider'>

/** A provider's money that pays its order; `isFunded`: with it, all of the order's money is there. */
export const postCaptured = async (tx: Context, payment: Paid, amount: Amount, isFunded: boolean): Promise<void> => {
  const captured = paymentCaptured({ ...payment, paymentId: payment.id, amount })
  await postTransfers(tx, isFunded ? [captured, ...(await funding(tx, payment.orderId))] : [captured])
  if (isFunded) await requestOrderReceipt(tx, payment.orderId)
}

/** All of an order's money is there although none came just now: the order costs less. */
export const postFunded = async (tx: Context, orderId: number): Promise<void> => {
  await postTransfers(tx, await funding(tx, orderId))
  await requestOrderReceipt(tx, orderId)
}

/** Money that no order waits for. It goes back, or its provider has given it back by itself. */
export const postUnwanted = (
  tx: Context,
  { id, orderId, provider }: Paid,
  refund: { id: number; amount: Amount; isSent: boolean }
): Promise<void> =>
  postTransfers(tx, [
    paymentCaptured({ paymentId: id, orderId, provider, amount: refund.amount }),
    receivableRefunded(refund.id, orderId, [[refundPending(provider), refund.amount]]),
    ...(refund.isSent ? [refundSent(refund.id, provider, refund.amount)] : [])
  ])

/** The same where the provider has no refund: a person pays it out. */
export const postUnwantedByHand = (
  tx: Context,
  { id, orderId, provider }: Paid,
  refund: { id: number; amount: Amount; payerId: number }
): Promise<void> =>
  postTransfers(tx, [
    paymentCaptured({ paymentId: id, orderId, provider, amount: refund.amount }),
    receivableRefunded(refund.id, orderId, [[payoutPending(refund.payerId), refund.amount]])
  ])
