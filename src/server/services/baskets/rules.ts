import type { CodeType } from '#contract/codes.ts'
import { canJoin, checkQuantity, type JoinCheck } from '#domain/basket.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import type { Family } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import type { Allowed } from '#server/services/core/allowed.ts'
import { fail } from '#server/services/core/fail.ts'
import type { CurrentLine, LineToWrite } from './lines.ts'
import { overloadNow, overloadWords } from '#server/services/catalogue/overload.ts'
import type { RequestedLine, RequestedProduct } from './requested.ts'

/** Limit of lines in a basket, far above the needs of a household. */
export const MAX_LINES = 100

const JOIN_CODES: Record<Exclude<JoinCheck, 'ok'>, CodeType> = {
  'other-family': 'RESTAURANTS_OR_SHOPS_ONLY',
  'services-alone': 'OTHER_SUPPLIER',
  'digital-alone': 'DIGITAL_PRODUCTS_ORDERED_ALONE'
}

/** Throws 700, 470 or 483 when a product of this family cannot join the existing ones. */
export const requireJoinable = (existing: readonly Family[], added: Family): void => {
  const checked = canJoin(existing, added)
  if (checked !== 'ok') throw fail(JOIN_CODES[checked])
}

/** Allowed quantities of a line: from the minimum purchase to the stock, or MAX_QUANTITY. */
const allowedQuantities = ({ minimum, stock }: RequestedProduct): Allowed => ({
  kind: 'numbers',
  min: Math.max(1, minimum),
  max: Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY),
  whole: true
})

/** Checks the minimum purchase of the line and the stock of the product over all its lines (spec section 5). */
export const requireQuantity = (ctx: Pick<Context, 'locale'>, product: RequestedProduct, quantity: number, elsewhere: number): void => {
  const checked = checkQuantity(product, quantity)
  const format = (value: number): string => formatQuantity(value, product.unitId, ctx.locale)
  if (checked === 'invalid') throw fail('BAD_REQUEST', { field: 'quantity', allowed: allowedQuantities(product) })
  if (checked === 'out-of-stock') throw fail('OUT_OF_STOCK', { field: 'quantity' })
  if (checked === 'below-minimum') throw fail('BELOW_MINIMUM_PURCHASE', { field: 'quantity', vars: { minimum: format(product.minimum) } })
  if (product.stock !== null && quantity + elsewhere > product.stock)
    throw fail('MORE_THAN_IN_STOCK', { field: 'quantity', vars: { available: format(product.stock) }, data: { stock: product.stock } })
}

/** Returns the lines to write, with their new quantities. Throws the code of the first broken rule. */
export const planAddition = (
  ctx: Pick<Context, 'config' | 'now' | 'locale'>,
  current: readonly CurrentLine[],
  requested: readonly RequestedLine[]
): LineToWrite[] => {
  const lines = new Map(current.map((line) => [keyOf(line.productId, line.optionsKey), { ...line }]))
  const touched = new Set<string>()
  for (const { product, quantity, optionIds, optionsKey } of requested) {
    const overload = overloadNow(ctx, product.overload)
    if (overload) throw fail('BASKET_OVERLOADED', { vars: overloadWords(overload) })
    requireJoinable(
      [...lines.values()].map(({ family }) => family),
      product.family
    )
    const key = keyOf(product.id, optionsKey)
    const line = lines.get(key) ?? { id: 0, productId: product.id, quantity: 0, optionIds, optionsKey, family: product.family }
    if (!lines.has(key) && lines.size >= MAX_LINES) throw fail('BASKET_DONE_OVERLOADED', { vars: { most: MAX_LINES } })
    line.quantity += quantity
    if (line.quantity > MAX_QUANTITY) throw fail('BAD_REQUEST', { field: 'quantity', allowed: allowedQuantities(product) })
    const elsewhere = [...lines].reduce(
      (sum, [other, { productId, quantity: more }]) => (other !== key && productId === product.id ? sum + more : sum),
      0
    )
    requireQuantity(ctx, product, line.quantity, elsewhere)
    lines.set(key, line)
    touched.add(key)
  }
  return [...touched].flatMap((key) => {
    const line = lines.get(key)
    return line ? [{ productId: line.productId, quantity: line.quantity, optionIds: line.optionIds, optionsKey: line.optionsKey }] : []
  })
}

const keyOf = (productId: number, optionsKey: string): string => `${productId}/${optionsKey}`
