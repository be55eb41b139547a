import { eq } from 'drizzle-orm'
import { schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/engine.ts'
import { readState, type AddressQuery, type BasketState } from '#server/services/baskets/state.ts'
import { groupVersion, readGroup, type Group } from './read-group.ts'

/**
 * Adds the group order to the state of a basket that is in one. An initiator gets everybody's lines, each with the person who chose it, and
 * the version of the whole group.
 */
export const withGroup = async (db: Db, state: BasketState, address?: AddressQuery): Promise<BasketState> => {
  const { basket } = state
  if (!basket?.groupOrderId) return state
  const group = await readGroup(db, eq(schema.groupOrders.id, basket.groupOrderId))
  if (!group) return state
  return withStockTaken(basket.type === 'initiator' ? await everybodys(db, basket.id, group, address) : { ...state, group })
}

/** Of what everybody is paying for nothing is missing: the order has taken it. */
const withStockTaken = (state: BasketState): BasketState =>
  state.group?.state === 'collecting'
    ? { ...state, products: new Map([...state.products].map(([id, product]) => [id, { ...product, stock: null }])) }
    : state

const everybodys = async (db: Db, basketId: number, group: Group, address?: AddressQuery): Promise<BasketState> => {
  const state = await readState(db, eq(schema.baskets.id, basketId), { address, groupOrderId: group.id })
  return { ...state, group, basket: state.basket && { ...state.basket, version: groupVersion(group) } }
}
