import { eq, inArray } from 'drizzle-orm'
import { canJoin } from '#domain/basket.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockBasket, lockOrCreateBasket } from './change.ts'
import { deleteAllLines, heldLines, writeLines, type HeldLine, type LineToWrite } from './held.ts'
import { MOST_LINES } from './rules.ts'

/**
 * A guest's basket becomes the person's at sign-in. The rule: what is on the screen stays. Lines of both are joined, the same line adds
 * up to the stock; if the old lines are of another family, they give way. Twice does nothing the second time.
 */
export const mergeGuestBasket = async (ctx: Context, userId: number, anonymousId: string): Promise<void> => {
  if (anonymousId === '') return
  await withTransaction(ctx, async (tx) => {
    const guest = await lockBasket(tx, { anonymousId })
    if (!guest) return
    const brought = await heldLines(tx, guest.id)
    if (brought.length > 0) {
      const own = await lockOrCreateBasket(tx, { userId })
      await joinLines(tx, own.id, userId, brought, 'replace')
    }
    await tx.db.delete(schema.baskets).where(eq(schema.baskets.id, guest.id))
  })
}

/**
 * Puts lines into a locked basket beside what it holds, without refusing: too much is cut to the stock, the hundredth line is the last.
 * Families that do not go together: 'replace' drops what was there, 'keep' drops what comes. False when nothing could be put.
 */
export const joinLines = async (
  ctx: Context,
  basketId: number,
  userId: number,
  coming: readonly Omit<HeldLine, 'id'>[],
  onConflict: 'replace' | 'keep'
): Promise<boolean> => {
  const [first] = coming
  if (!first) return false
  const held = await heldLines(ctx, basketId)
  const together =
    canJoin(
      held.map(({ kind }) => kind),
      first.kind
    ) === 'ok'
  if (!together && onConflict === 'keep') return false
  if (!together) await deleteAllLines(ctx, basketId)
  const kept = together ? held : []
  const stock = await stockOf(ctx, [...new Set(coming.map(({ productId }) => productId))])
  const lines = kept.map((line) => ({ ...line }))
  const written: LineToWrite[] = []
  for (const { productId, quantity, optionIds, optionsKey } of coming) {
    const twin = lines.find((line) => line.productId === productId && line.optionsKey === optionsKey)
    if (!twin && lines.length >= MOST_LINES) continue
    const others = lines.reduce((sum, line) => (line !== twin && line.productId === productId ? sum + line.quantity : sum), 0)
    const most = Math.min(MAX_QUANTITY, (stock.get(productId) ?? Infinity) - others)
    // Adding up stops at the stock; what one basket held alone stays, and the basket shows the shortage.
    const joined = Math.max(Math.min((twin?.quantity ?? 0) + quantity, most), twin?.quantity ?? 0, twin ? 0 : quantity)
    if (twin) twin.quantity = joined
    else lines.push({ id: 0, productId, quantity: joined, optionIds, optionsKey, kind: first.kind })
    written.push({ productId, quantity: joined, optionIds, optionsKey })
  }
  await writeLines(ctx, basketId, userId, written)
  return written.length > 0
}

const stockOf = async (ctx: Context, ids: number[]): Promise<Map<number, number>> => {
  const { products } = schema
  const rows = await ctx.db.select({ id: products.id, stock: products.stock }).from(products).where(inArray(products.id, ids))
  return new Map(rows.flatMap(({ id, stock }) => (stock === null ? [] : [[id, stock]])))
}
