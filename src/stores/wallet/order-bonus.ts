import { map } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as calls from '#contract/wallet/calls.ts'
import type { OrderBonus } from '#contract/wallet/calls.ts'
import { environment } from '#stores/environment.ts'

/** What orders earn, by id; null: it could not be asked. */
const $bonuses = map<Record<number, OrderBonus | null>>({})
export { $bonuses }

export const loadBonus = async (orderId: number): Promise<void> => {
  const bonus = await environment().call(calls.orderBonus, { query: { orderId } }).catch(ifRefused(null))
  $bonuses.setKey(orderId, bonus ?? $bonuses.get()[orderId] ?? null)
}
