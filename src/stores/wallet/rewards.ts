import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as calls from '#contract/wallet/calls.ts'
import type { Reward } from '#contract/wallet/calls.ts'
import { environment } from '#stores/environment.ts'

/** What earns points; undefined: it is being asked, null: it could not be asked. */
const $rewards = atom<readonly Reward[] | null | undefined>(undefined)
export { $rewards }

export const loadRewards = async (): Promise<void> => {
  const rewards = await environment().call(calls.rewards).catch(ifRefused(null))
  $rewards.set(rewards ?? $rewards.get() ?? null)
}
