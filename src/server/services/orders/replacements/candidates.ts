import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { checkQuantity, linePrice, validateOptions } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { loadOptionGroups } from '#server/services/baskets/pricing/options.ts'
import { isOfCards } from '../gift-cards/card-lines.ts'
import type { ItemRow } from '../order-row.ts'

const { products } = schema
type ProductRow = typeof products.$inferSelect

/** A product that can take the place of a line. */
export interface Candidate {
  product: ProductRow
  quantity: number
  /** Of the quantity. */
  price: Amount
}

const MAX_CANDIDATES = 8

const isWeighed = ({ unitId }: Pick<ProductRow, 'unitId'>): boolean => unitId === WEIGHED_UNIT

/** What the same department sells instead of a line, that at the nearest price first. */
export const candidatesFor = async (ctx: Context, item: ItemRow, most = MAX_CANDIDATES): Promise<Candidate[]> => {
  const [ordered] = await ctx.db.select().from(products).where(eq(products.id, item.productId))
  if (!ordered || (await isOfCards(ctx, item))) return []
  const rows = await ctx.db
    .select()
    .from(products)
    .where(
      and(
        ...[eq(products.supplierId, ordered.supplierId), eq(products.departmentId, ordered.departmentId), ne(products.id, ordered.id)],
        ...[eq(products.unitId, ordered.unitId), isNull(products.withdrawnAt), ordered.adult ? undefined : eq(products.adult, false)],
        or(isNull(products.stock), sql`${products.stock} >= ${item.quantity}::int`)
      )
    )
    .orderBy(sql`abs(${products.price} - ${ordered.price}::int)`, asc(products.id))
    .limit(3 * most)
  const found: Candidate[] = []
  for (const product of rows) {
    const problem = await problemOf(ctx, product, ordered, item.quantity)
    if (problem === null) found.push({ product, quantity: item.quantity, price: priceOf(product, item.quantity) })
  }
  return found.slice(0, most)
}

const priceOf = (product: ProductRow, quantity: number): Amount =>
  linePrice({ unitPrice: product.price, baseUnitPrice: product.price, quantity, weighed: isWeighed(product), pairs: false })

/** One product as the replacement of a line; in words why it cannot be. Without a quantity: as much as was ordered. */
export const candidate = async (ctx: Context, item: ItemRow, productId: number, named: number | null): Promise<Candidate | string> => {
  const [ordered] = await ctx.db.select().from(products).where(eq(products.id, item.productId))
  const [product] = await ctx.db.select().from(products).where(eq(products.id, productId))
  if (!ordered || !product || product.supplierId !== ordered.supplierId) return 'the supplier of the line does not sell it'
  if (await isOfCards(ctx, item)) return 'a gift card is worth what was paid for it; refund the line'
  if (named === null && isWeighed(product) !== isWeighed(ordered)) return 'one is weighed and the other is not; say QUANTITY'
  const quantity = named ?? item.quantity
  const problem = await problemOf(ctx, product, ordered, quantity)
  return problem ?? { product, quantity, price: priceOf(product, quantity) }
}

const problemOf = async (ctx: Context, product: ProductRow, ordered: ProductRow, quantity: number): Promise<string | null> => {
  if (product.withdrawnAt !== null) return 'the supplier of the line does not sell it'
  if (product.id === ordered.id) return 'it is what has run out'
  if (product.adult && !ordered.adult) return 'it is for adults only, and what was ordered is not'
  const groups = await loadOptionGroups(ctx.db, product.optionGroupIds)
  if (!validateOptions([...groups.values()], []).ok) return 'its options have to be chosen'
  const check = checkQuantity({ minimum: product.minimum, stock: product.stock, weighed: isWeighed(product) }, quantity)
  if (check === 'below-minimum') return `at least ${product.minimum} of it are sold; say QUANTITY`
  if (check !== 'ok') return `there are ${product.stock ?? 'not so many'} of it; say a smaller QUANTITY or another product`
  return null
}
