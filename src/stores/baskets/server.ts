import { atom } from 'nanostores'
import type { Basket } from '#contract/baskets/calls.ts'
import type { Failure } from '#stores/errors.ts'

/** initial: never fetched. */
export type ServerState =
  | { state: 'initial' }
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; basket: Basket }

/** The last basket confirmed by the server, with its version. */
const $server = atom<ServerState>({ state: 'initial' })
export { $server }

export const confirmedBasket = (): Basket | null => {
  const server = $server.get()
  return server.state === 'ready' ? server.basket : null
}
