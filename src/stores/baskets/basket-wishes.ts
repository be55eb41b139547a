import { lineKey, type Wish, type Wishes } from './basket-view.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isRecordOf, isShape, isText } from '#stores/shape.ts'

const isSaved = isShape({
  version: isExactly(1),
  lines: isRecordOf(isShape({ productId: isNumber, options: isListOf(isNumber), quantity: isNumber, name: isText }))
})
const NONE: { version: 1; lines: Wishes } = { version: 1, lines: {} }

/** Changes that the server has not taken yet; kept over a reload, so that nothing is lost on the way or offline. */
const $wishes = savedStore<{ version: 1; lines: Wishes }>('root:wishes', isSaved, NONE)
export { $wishes }

export const wishesNow = (): Wishes => $wishes.get().lines

export const wish = (next: Wish): string => {
  const key = lineKey(next.productId, next.options)
  $wishes.set({ version: 1, lines: { ...wishesNow(), [key]: next } })
  return key
}

/** Granted or refused. A wish that has changed meanwhile stays. */
export const forgetWish = (key: string, granted: Wish): void => {
  if (wishesNow()[key]?.quantity !== granted.quantity) return
  const { [key]: _, ...rest } = wishesNow()
  $wishes.set({ version: 1, lines: rest })
}

export const forgetAllWishes = (): void => $wishes.set(NONE)
