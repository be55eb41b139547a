import type { Paid } from '#domain/fiscal/prepayment.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { requestSale } from '#server/services/receipts/request-receipt.ts'
import { CORPORATE_WALLET, methodOf } from '../methods.ts'
import { tenderOfTip, type TenderRow } from '../tender-rows.ts'
import type { Purpose } from './post-order.ts'

/** Splits shares of tenders as a receipt names them. Points, and gift cards that were given for nothing, are a discount there, so they are left out. */
export const paidBy = (shares: readonly { tender: Pick<TenderRow, 'methodId' | 'prepaid'>; amount: Amount }[]): Paid => {
  const sum = (rows: typeof shares): Amount => rows.reduce((all, { amount }) => all + amount, 0)
  // What is in a corporate wallet came by transfer, without a receipt.
  const isMoney = ({ methodId }: Pick<TenderRow, 'methodId'>): boolean =>
    methodId === CORPORATE_WALLET.id || methodOf(methodId).refund !== 'own'
  const money = shares.filter(({ tender }) => isMoney(tender))
  const cash = money.filter(({ tender }) => methodOf(tender.methodId).door === 'cash')
  const prepaid = sum(shares.filter(({ tender }) => tender.prepaid))
  return { cash: sum(cash), card: sum(money) - sum(cash), ...(prepaid > 0 && { prepaid }) }
}

/** Requests the receipts of a locked order whose captured tenders cover it. A tip is no sale. */
export const requestOrderReceipt = async (
  tx: Context,
  { orderId, tipFor, tip }: Pick<Purpose, 'orderId' | 'tipFor' | 'tip'>,
  tenders: readonly TenderRow[]
): Promise<void> => {
  if (tipFor !== null) return
  const captured = tenders.filter(({ state }) => state === 'captured')
  const tipped = tenderOfTip(captured)
  const goods = captured.map((tender) => ({ tender, amount: tender.amount - (tender === tipped ? tip : 0) }))
  await requestSale(tx, orderId, paidBy(goods))
}
