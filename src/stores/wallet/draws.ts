import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as calls from '#contract/wallet/calls.ts'
import type { Draw } from '#contract/wallet/calls.ts'
import { environment } from '#stores/environment.ts'

/** The person's tickets, draw by draw; undefined: they are being asked for, null: they could not be. */
const $draws = atom<readonly Draw[] | null | undefined>(undefined)
export { $draws }

export const loadDraws = async (): Promise<void> => {
  const draws = await environment().call(calls.tickets).catch(ifRefused(null))
  $draws.set(draws ?? $draws.get() ?? null)
}
