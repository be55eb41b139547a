import type { Side } from '#domain/ledger/transfer.ts'
import { voucherBack } from '#domain/ledger/voucher-back.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'

/** The market's share of a voucher comes back with the lines of a locked order. */
export const returnVoucher = async (tx: Context, orderId: number, sources: Side[]): Promise<void> => {
  const amount = sources.reduce((all, [, share]) => all + share, 0)
  const [row] = await tx.db
    .insert(schema.voucherReturns)
    .values({ orderId, amount, sources, createdAt: new Date(tx.now()) })
    .returning({ id: schema.voucherReturns.id })
  if (!row) throw new Error('the inserted return was not found')
  await postTransfers(tx, [voucherBack(row.id, sources, amount)])
}
