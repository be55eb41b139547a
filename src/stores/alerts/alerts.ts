import { atom } from 'nanostores'
import * as calls from '#contract/alerts/calls.ts'
import type { Alert, NewAlert } from '#contract/alerts/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'
import { markSignedOut } from '#stores/auth/session.ts'

export type Alerts = { state: 'loading' } | { state: 'ready'; list: readonly Alert[] } | { state: 'failed'; failure: Failure }

/** What the person waits to be told of. */
const $alerts = atom<Alerts>({ state: 'loading' })
export { $alerts }

export const loadAlerts = async (): Promise<void> => {
  try {
    $alerts.set({ state: 'ready', list: await environment().call(calls.list) })
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $alerts.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Loads them anew, without what the last change was refused for. */
export const startAlerts = (): void => {
  addAlert.reset()
  removeAlert.reset()
  void loadAlerts()
}

const showWithout = (id: number, added: readonly Alert[] = []): void => {
  const shown = $alerts.get()
  const list = shown.state === 'ready' ? shown.list : []
  $alerts.set({ state: 'ready', list: [...added, ...list.filter((alert) => alert.id !== id)] })
}

export const addAlert = task(async (body: NewAlert): Promise<true> => {
  const added = await environment().call(calls.add, { body })
  showWithout(added.id, [added])
  return true
})

/** One that is not there any more was told of, or removed in another tab. */
export const removeAlert = task(async (id: number): Promise<true> => {
  try {
    await environment().call(calls.remove, { params: { id } })
  } catch (cause) {
    if (!isFailure(cause, 'NOT_FOUND')) throw cause
  }
  showWithout(id)
  return true
})
