import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { requestSale, type Paid } from '#server/services/receipts/request-receipt.ts'
import { methodOf } from '../methods.ts'
import { tendersOf, type TenderRow } from '../tender-rows.ts'

/** Splits shares of tenders as a receipt names them. Points are a discount there, so they are left out. */
export const paidBy = (shares: readonly { tender: Pick<TenderRow, 'methodId'>; amount: Amount }[]): Paid => {
  const sum = (isCash: boolean): Amount =>
    shares
      .map(({ tender, amount }) => ({ ...methodOf(tender.methodId), amount }))
      .reduce((all, { door, refund, amount }) => all + (refund !== 'own' && (door === 'cash') === isCash ? amount : 0), 0)
  return { cash: sum(true), card: sum(false) }
}

/** Requests the receipt of a locked order whose captured tenders cover it. */
export const requestOrderReceipt = async (tx: Context, orderId: number): Promise<void> => {
  const captured = (await tendersOf(tx, orderId)).filter(({ state }) => state === 'captured')
  await requestSale(tx, orderId, paidBy(captured.map((tender) => ({ tender, amount: tender.amount }))))
}
