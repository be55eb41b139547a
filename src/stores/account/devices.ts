import { atom } from 'nanostores'
import * as credentials from '#contract/credentials/calls.ts'
import type { DeviceSession } from '#contract/credentials/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { markSignedOut } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

export type Devices = { state: 'loading' } | { state: 'ready'; list: readonly DeviceSession[] } | { state: 'failed'; failure: Failure }

const $devices = atom<Devices>({ state: 'loading' })
export { $devices }

/** Loads the user's sessions, this device first. */
export const loadDevices = async (): Promise<void> => {
  try {
    const { items } = await environment().call(credentials.sessions)
    $devices.set({ state: 'ready', list: [...items].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) })
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $devices.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Signs one device out; a session already ended counts as success. */
export const endDevice = task(async (id: string): Promise<true> => {
  await environment()
    .call(credentials.endSession, { params: { id } })
    .catch((cause: unknown) => {
      if (!isFailure(cause, 'NOT_FOUND')) throw cause
    })
  await loadDevices()
  return true
})

/** Signs out all devices, with or without this one. Resolves to the number of ended sessions. */
export const endDevices = task(async (keepCurrent: boolean): Promise<number> => {
  const { ended } = await environment().call(credentials.endSessions, { query: { keepCurrent } })
  if (keepCurrent) await loadDevices()
  else markSignedOut()
  return ended
})
