import { eq } from 'drizzle-orm'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { voucherCode, type Voucher } from '#domain/vouchers/voucher.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

export type VoucherRow = typeof schema.vouchers.$inferSelect

/**
 * Returns the voucher of a code in whatever spelling. VOUCHER_NOT_FOUND, also of a free delivery of somebody else, and before its first day:
 * nobody learns what is to come.
 */
export const findVoucher = async (ctx: Context, code: string): Promise<VoucherRow> => {
  const { vouchers } = schema
  const [row] = await ctx.db
    .select()
    .from(vouchers)
    .where(eq(vouchers.code, voucherCode(code)))
  const isOfOther = row !== undefined && row.ownerId !== null && row.ownerId !== requireUser(ctx).userId
  if (!row || isOfOther || row.startsOn > yerevan(ctx.now()).date) throw fail('VOUCHER_NOT_FOUND', { field: 'promoCode' })
  return row
}

/** The voucher that an order uses: the basket's, or the one that checkout names. ONE_VOUCHER_AT_A_TIME when it names another one. */
export const voucherOfOrder = async (tx: Context, entered: Voucher | null, promoCode: string | undefined): Promise<Voucher | null> => {
  if (promoCode === undefined) return entered
  const named = await findVoucher(tx, promoCode)
  if (entered && entered.code !== named.code) throw fail('ONE_VOUCHER_AT_A_TIME', { field: 'promoCode' })
  return named
}
