import { computed } from 'nanostores'
import type { Basket } from '#contract/baskets/calls.ts'
import { lineKey, shortItems } from './lines.ts'
import { changesOf, quantityIn, withChanges, type Layers, type PendingLines } from './optimistic.ts'
import { $elsewhere, $pending, $sending, pendingAdditions, pendingLines } from './pending.ts'
import { $repricing, $server, confirmedBasket, type ServerState } from './server.ts'
import { $snapshot } from './snapshot.ts'

/** `settling`: shows changes, or belongs to a place, that the server has not priced yet. */
export type BasketState = Exclude<ServerState, { state: 'ready' }> | { state: 'ready'; basket: Basket; settling: boolean }
export const INITIAL: BasketState = { state: 'initial' }

/** The basket as shown: the last confirmed one with the optimistic changes applied. */
export const $basket = computed(
  [$server, $repricing, $elsewhere, $sending, $pending],
  (server, repricing, elsewhere, sending, { additions = {}, lines }): BasketState => {
    if (server.state !== 'ready') return server
    const changes = changesOf({ elsewhere, sending, additions, quantities: lines })
    return { state: 'ready', basket: withChanges(server.basket, changes), settling: repricing || Object.keys(changes).length > 0 }
  }
)
/** Spec section 4: initial, then fill or empty after each fetch. */
export const $basketStatus = computed($basket, (state) => (state.state === 'ready' ? state.basket.status : 'initial'))
export const $shortItems = computed($basket, (state) => (state.state === 'ready' ? shortItems(state.basket) : []))

export const shownBasket = (): Basket | null => {
  const shown = $basket.get()
  return shown.state === 'ready' ? shown.basket : null
}

const layers = (): Layers => ({
  confirmed: confirmedBasket(),
  elsewhere: $elsewhere.get(),
  sending: $sending.get(),
  additions: pendingAdditions(),
  quantities: pendingLines()
})
export const shownChanges = (): PendingLines => changesOf(layers())

/** Returns the quantity of a product in the shown basket; before the first response, in the snapshot. */
export const quantityOf = (productId: number, options: readonly number[] = []): number => {
  const key = lineKey(productId, options)
  return quantityIn(layers(), key) ?? $snapshot.get().lines.find((line) => line.key === key)?.quantity ?? 0
}
