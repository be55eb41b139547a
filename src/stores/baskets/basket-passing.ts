import { map } from 'nanostores'
import type { Wish, Wishes } from './basket-view.ts'

/**
 * Changes that are only shown, and only by this page: `added` is on its way as an add; `granted` another tab was granted, and this one has not
 * fetched it yet.
 */
const $passing = map<{ added: Wishes; granted: Wishes }>({ added: {}, granted: {} })
export { $passing }

export const addedNow = (): Wishes => $passing.get().added

/** Shows what an add will make of its line; the function it answers takes that back. */
export const showAdded = (key: string, line: Wish): (() => void) => {
  $passing.setKey('added', { ...addedNow(), [key]: line })
  return () => {
    const { [key]: _, ...rest } = addedNow()
    $passing.setKey('added', rest)
  }
}

export const showGranted = (lines: Wishes): void => $passing.setKey('granted', { ...$passing.get().granted, ...lines })
export const isGrantedShown = (): boolean => Object.keys($passing.get().granted).length > 0
export const forgetGranted = (): void => {
  if (isGrantedShown()) $passing.setKey('granted', {})
}
