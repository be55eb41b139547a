import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as calls from '#contract/wallet/calls.ts'
import type { FreeDelivery } from '#contract/wallet/calls.ts'
import { environment } from '#stores/environment.ts'

/** Deliveries that orders made free for the person; undefined: they are being asked for, null: they could not be. */
const $freeDeliveries = atom<readonly FreeDelivery[] | null | undefined>(undefined)
export { $freeDeliveries }

export const loadFreeDeliveries = async (): Promise<void> => {
  const deliveries = await environment().call(calls.freeDeliveries).catch(ifRefused(null))
  $freeDeliveries.set(deliveries ?? $freeDeliveries.get() ?? null)
}
