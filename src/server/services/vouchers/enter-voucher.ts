import { eq, sql } from 'drizzle-orm'
import type { Basket } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockBasket } from '#server/services/baskets/change.ts'
import { pricedBasket, readBasket } from '#server/services/baskets/read.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findVoucher } from './find-voucher.ts'
import { PROBLEM_CODES, problemDetails } from './problems.ts'
import { requireVoucher } from './require-use.ts'

/** Enters a voucher into the caller's basket if it takes something off there and the person may use it. Codes: see the contract. */
export const enterVoucher = async (ctx: Context, promoCode: string): Promise<Basket> => {
  const { userId } = requireUser(ctx)
  const voucher = await findVoucher(ctx, promoCode)
  await ctx.directory.read()
  await withTransaction(ctx, async (tx) => {
    const id = await lockBasket(tx, { userId })
    const before = id === null ? null : await pricedBasket(tx)
    if (id === null || !before || before.lines.length === 0) throw fail('BASKET_EMPTY')
    if (before.voucher && before.voucher.code !== voucher.code) throw fail('ONE_VOUCHER_AT_A_TIME', { field: 'promoCode' })
    await requireVoucher(tx, voucher.code, userId, '')
    await write(tx, id, voucher.code)
    const applied = (await pricedBasket(tx))?.applied
    if (applied?.problem) throw fail(PROBLEM_CODES[applied.problem], problemDetails(tx, applied))
  })
  return readBasket(ctx)
}

/** Takes the voucher out of the caller's basket, if there is one. */
export const removeVoucher = async (ctx: Context): Promise<Basket> => {
  const { userId } = requireUser(ctx)
  await withTransaction(ctx, async (tx) => {
    const id = await lockBasket(tx, { userId })
    if (id !== null) await write(tx, id, null)
  })
  return readBasket(ctx)
}

const write = (tx: Context, id: number, voucherCode: string | null) =>
  tx.db
    .update(schema.baskets)
    .set({ voucherCode, version: sql`${schema.baskets.version} + 1`, updatedAt: new Date(tx.now()) })
    .where(eq(schema.baskets.id, id))
