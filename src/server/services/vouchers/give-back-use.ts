import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { baskets, voucherUses } = schema

/** A cancelled order has used no voucher; `returns`: it goes into the person's basket again, as the lines of an unpaid order do. */
export const giveBackUse = async (
  tx: Context,
  { id, userId, voucherCode }: { id: number; userId: number; voucherCode: string | null },
  returns: boolean
): Promise<void> => {
  if (voucherCode === null) return
  await tx.db.delete(voucherUses).where(eq(voucherUses.orderId, id))
  if (!returns) return
  await tx.db
    .update(baskets)
    .set({ voucherCode })
    .where(and(eq(baskets.userId, userId), isNull(baskets.voucherCode)))
}
