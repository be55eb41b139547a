import * as v from 'valibot'
import { lineKey, type Wish, type Wishes } from './basket-view.ts'
import { savedStore } from './saved.ts'

const WishesSchema = v.object({
  version: v.literal(1),
  lines: v.record(
    v.string(),
    v.object({ productId: v.number(), options: v.array(v.number()), quantity: v.number(), name: v.string() })
  )
})
const NONE: { version: 1; lines: Wishes } = { version: 1, lines: {} }

/** Changes that the server has not taken yet; kept over a reload, so that nothing is lost on the way or offline. */
const $saved = savedStore<{ version: 1; lines: Wishes }>('root:wishes', WishesSchema as never, NONE)
export const $wishes = $saved

export const wishesNow = (): Wishes => $saved.get().lines

export const wish = (next: Wish): string => {
  const key = lineKey(next.productId, next.options)
  $saved.set({ version: 1, lines: { ...wishesNow(), [key]: next } })
  return key
}

/** Granted or refused. A wish that has changed meanwhile stays. */
export const forgetWish = (key: string, granted: Wish): void => {
  if (wishesNow()[key]?.quantity !== granted.quantity) return
  const { [key]: _, ...rest } = wishesNow()
  $saved.set({ version: 1, lines: rest })
}

export const forgetAllWishes = (): void => $saved.set(NONE)
