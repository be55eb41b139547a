import { lineBasePrice, linePrice } from '#domain/basket.ts'
import type { Amount } from '#domain/money.ts'
import { yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import { voucherEffect, type Voucher, type VoucherProblem } from '#domain/vouchers/voucher.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Line } from './price-lines.ts'

/** One supplier's priced share of a basket. */
interface Priced {
  supplier: DirectorySupplier
  buyable: readonly Line[]
  delivery: Amount
}

/** The voucher of a basket and what it takes off; `problem`: why it takes off nothing. */
export interface AppliedVoucher {
  voucher: Voucher
  problem: VoucherProblem | null
  amount: Amount
  /** By the id of a line, and of a supplier. */
  lines: ReadonlyMap<number, Amount>
  deliveries: ReadonlyMap<number, Amount>
}

/** Applies a voucher to priced lines at a moment. */
export const applyVoucher = (voucher: Voucher, entries: readonly Priced[], now: Instant): AppliedVoucher => {
  const lines = entries.flatMap(({ supplier, buyable }) => buyable.map((line) => ({ line, supplier })))
  const effect = voucherEffect(
    voucher,
    lines.map(({ line, supplier }) => ({
      supplierId: supplier.id,
      alias: supplier.alias,
      kind: supplier.kind,
      price: linePrice(line),
      isDiscounted: lineBasePrice(line) > linePrice(line)
    })),
    new Map(entries.map(({ supplier, delivery }) => [supplier.id, delivery])),
    yerevan(now).date
  )
  if (typeof effect === 'string') return { voucher, problem: effect, amount: 0, lines: new Map(), deliveries: new Map() }
  return {
    voucher,
    problem: null,
    amount: effect.amount,
    lines: new Map(lines.map(({ line }, index) => [line.id, effect.lines[index] ?? 0])),
    deliveries: effect.deliveries
  }
}
