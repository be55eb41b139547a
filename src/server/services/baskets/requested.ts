import { optionsKey, validateOptions, type OptionGroup } from '#domain/basket.ts'
import type { NewBasketItem } from '#contract/baskets/calls.ts'
import { ORDER_MODE, WEIGHED_UNIT } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { fail } from '#server/services/core/fail.ts'
import { cachedOptionGroups } from './pricing/options.ts'
import type { BasketState, StoredProduct } from './state.ts'

/** A product that is on sale, as the rules for adding need it. */
export type RequestedProduct = Pick<
  StoredProduct,
  'id' | 'supplierId' | 'family' | 'overload' | 'adult' | 'unitId' | 'minimum' | 'stock' | 'optionGroupIds'
> & {
  weighed: boolean
}

/** CHANGE_MODE_TO_DELIVERY: the basket is fetched at a branch of another supplier. */
const requirePickupAt = ({ basket }: BasketState, { supplierId }: StoredProduct): void => {
  if (basket?.orderMode === ORDER_MODE.PICK_UP && basket.supplierId !== supplierId)
    throw fail('CHANGE_MODE_TO_DELIVERY', { field: 'productId', data: { supplierId } })
}

/** A requested line whose product and options are validated. */
export interface RequestedLine {
  product: RequestedProduct
  quantity: number
  optionIds: number[]
  optionsKey: string
}

/** Validates requested lines against the state that was read. ARTICLE_NOT_FOUND, FORBIDDEN (adults only), CHANGE_MODE_TO_DELIVERY or BAD_REQUEST (options). */
export const checkRequested = async (
  ctx: Context,
  state: BasketState,
  market: Snapshot,
  items: readonly NewBasketItem[]
): Promise<RequestedLine[]> => {
  const { products } = state
  const found = items.flatMap(({ productId }) => products.get(productId) ?? [])
  const groups = await cachedOptionGroups(
    ctx.db,
    market,
    found.flatMap(({ optionGroupIds }) => optionGroupIds)
  )
  return items.map(({ productId, quantity, selectedOptions = [] }) => {
    const product = products.get(productId)
    if (!product || product.withdrawn) throw fail('ARTICLE_NOT_FOUND', { field: 'productId' })
    if (product.adult && !ctx.isAdult) throw fail('FORBIDDEN', { field: 'isAdult' })
    requirePickupAt(state, product)
    checkOptions(product, groups, selectedOptions)
    return {
      product: { ...product, weighed: product.unitId === WEIGHED_UNIT },
      quantity,
      optionIds: [...selectedOptions].sort((a, b) => a - b),
      optionsKey: optionsKey(selectedOptions)
    }
  })
}

/** Options must belong to the product, as many as its groups require. */
const checkOptions = (product: Pick<RequestedProduct, 'optionGroupIds'>, groups: Map<number, OptionGroup>, selected: number[]): void => {
  const own = product.optionGroupIds.flatMap((id) => groups.get(id) ?? [])
  const result = validateOptions(own, selected)
  if (!result.ok) throw fail('BAD_REQUEST', { field: 'selectedOptions', data: { groupId: result.groupId, problem: result.problem } })
}
