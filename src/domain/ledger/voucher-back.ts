import type { Amount } from '../money.ts'
import { transfer, type Side, type Transfer } from './transfer.ts'

const sum = (sides: readonly Side[]): Amount => sides.reduce((all, [, amount]) => all + amount, 0)

/** Splits what goes back into what the payers get and, last, the market's share of a voucher. */
export const splitSources = (sources: readonly Side[], voucher: Amount): { money: Side[]; rest: Side[] } => {
  let open = sum(sources) - voucher
  const money: Side[] = []
  const rest: Side[] = []
  for (const [account, amount] of sources) {
    const taken = Math.min(amount, open)
    open -= taken
    money.push([account, taken])
    if (amount > taken) rest.push([account, amount - taken])
  }
  return { money, rest }
}

/** Lines of an order go back: so does the market's share of its voucher. */
export const voucherBack = (returnId: number, sources: readonly Side[], amount: Amount): Transfer =>
  transfer('voucher.returned', `voucher:${returnId}:returned`, sources, [['cost:vouchers', amount]])
