import { ask, askIn } from '#stores/modals.ts'

/** Error codes that ask whether to empty the basket and start anew (spec section 4: another supplier kind). */
export const START_ANEW = [
  'OTHER_SUPPLIER',
  'RESTAURANTS_OR_SHOPS_ONLY',
  'DIGITAL_PRODUCTS_ORDERED_ALONE',
  'LEAVE_GROUP_ORDER_FOR_SERVICE'
] as const

/** Opens a question once: additions refused meanwhile share its answer. */
const oneAtATime = (question: () => Promise<boolean>) => {
  let openQuestion: Promise<boolean> | null = null
  return async (): Promise<{ agreed: boolean; isFirst: boolean }> => {
    const isFirst = openQuestion === null
    openQuestion ??= question().finally(() => (openQuestion = null))
    return { agreed: await openQuestion, isFirst }
  }
}
export const agreesToStartAnew = oneAtATime(() => ask('startAnew'))
export const confirmsAdult = oneAtATime(() => askIn('age-confirmation', {}))
