import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import { browserPush, type BrowserPush, type PushState } from '#client/browser-push.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

let port: BrowserPush = browserPush
/** For tests. */
export const usePushPort = (next: BrowserPush): void => {
  port = next
}

const $push = atom<PushState | 'unknown'>('unknown')
/** Whether this browser shows push messages. */
export { $push }

const sendSubscription = async (): Promise<boolean> => {
  const subscription = await port.current()
  if (!subscription) return false
  await environment().call(notifications.subscribe, { body: subscription })
  return true
}

/** Reads the push state without asking for permission. An existing subscription of this browser is assigned to the signed-in user. */
export const lookAtPush = async (): Promise<void> => {
  const state = await port.state()
  $push.set(state)
  if (state === 'on') await sendSubscription().catch(ifRefused(undefined))
}

/** Turns push messages of this browser on or off. Only turning on asks for permission; a denial is a state, not a failure. */
export const switchPush = task(async (on: boolean, key: string): Promise<void> => {
  try {
    await (on ? turnOn(key) : turnOff())
  } finally {
    $push.set(await port.state())
  }
})

const turnOn = async (key: string): Promise<void> => {
  const subscription = await port.subscribe(key)
  if (!subscription) return
  try {
    await environment().call(notifications.subscribe, { body: subscription })
  } catch (cause) {
    // The switch must not be on while the server has no subscription.
    await port.unsubscribe()
    throw cause
  }
}

const turnOff = async (): Promise<void> => {
  const endpoint = await port.unsubscribe()
  if (endpoint === null) return
  await environment()
    .call(notifications.unsubscribe, { body: { endpoint } })
    .catch((cause: unknown) => {
      if (!isFailure(cause, 'PUSH_SUBSCRIPTION_NOT_FOUND')) throw cause
    })
}
