import { payoutPending, refundPending } from '#domain/ledger/accounts.ts'
import { paymentCaptured } from '#domain/ledger/received.ts'
import { receivableRefunded, refundSent } from '#domain/ledger/refunds.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import type { PaymentRow } from '#server/services/payments/payment-row.ts'
import { tendersOf, type TenderRow } from '#server/services/payments/tender-rows.ts'
import { requestOrderReceipt } from './fiscal.ts'
import { fundingOf, readPurpose } from './post-order.ts'

type Paid = Pick<PaymentRow, 'id' | 'orderId' | 'provider'>

/** A provider's money that pays its order. `funded`: with it, all of the order's money is there; its tenders, this one captured. */
export const postCaptured = async (tx: Context, payment: Paid, amount: Amount, funded: readonly TenderRow[] | null): Promise<void> => {
  const captured = paymentCaptured({ ...payment, paymentId: payment.id, amount })
  if (funded) await postFunded(tx, payment.orderId, { received: [captured], tenders: funded })
  else await postTransfers(tx, [captured])
}

interface Funded {
  /** What came just now; nothing when the order costs less. */
  received?: readonly Transfer[]
  /** As they are now, if they were read. */
  tenders?: readonly TenderRow[]
}

/** All of a locked order's money is there. */
export const postFunded = async (tx: Context, orderId: number, { received = [], tenders }: Funded = {}): Promise<void> => {
  const purpose = await readPurpose(tx, orderId)
  if (!purpose) throw new Error(`order ${orderId} is missing`)
  await postTransfers(tx, [...received, ...fundingOf(purpose)])
  await requestOrderReceipt(tx, purpose, tenders ?? (await tendersOf(tx, orderId)))
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
