import { asc, eq, sql } from 'drizzle-orm'
import type { SupplierKind } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** A line as the rules of adding need it. */
export interface HeldLine {
  id: number
  productId: number
  quantity: number
  optionIds: number[]
  optionsKey: string
  kind: SupplierKind
}

/** What a locked basket holds. */
export const heldLines = (ctx: Context, basketId: number): Promise<HeldLine[]> => {
  const { basketItems, products, suppliers } = schema
  return ctx.db
    .select({
      id: basketItems.id,
      productId: basketItems.productId,
      quantity: basketItems.quantity,
      optionIds: basketItems.optionIds,
      optionsKey: basketItems.optionsKey,
      kind: suppliers.kind
    })
    .from(basketItems)
    .innerJoin(products, eq(products.id, basketItems.productId))
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(eq(basketItems.basketId, basketId))
    .orderBy(asc(basketItems.id))
}

export interface LineToWrite {
  productId: number
  quantity: number
  optionIds: number[]
  optionsKey: string
}

/** Lines of a personal basket are nobody's in particular: the session column tells members of a group apart. */
const PERSONAL = ''

/** Writes lines with the quantities they are to have; a line of the same product and options is overwritten. One statement. */
export const writeLines = async (ctx: Context, basketId: number, userId: number | null, lines: readonly LineToWrite[]): Promise<void> => {
  if (lines.length === 0) return
  const { basketItems } = schema
  await ctx.db
    .insert(basketItems)
    .values(lines.map((line) => ({ ...line, basketId, userId, sessionId: PERSONAL, createdAt: new Date(ctx.now()) })))
    .onConflictDoUpdate({
      target: [basketItems.basketId, basketItems.productId, basketItems.optionsKey, basketItems.sessionId],
      set: { quantity: sql`excluded.quantity` }
    })
}

export const deleteAllLines = async (ctx: Context, basketId: number): Promise<void> => {
  await ctx.db.delete(schema.basketItems).where(eq(schema.basketItems.basketId, basketId))
}
