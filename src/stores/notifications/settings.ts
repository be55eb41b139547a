import { atom, onMount } from 'nanostores'
import * as notifications from '#contract/notifications/calls.ts'
import type { NotificationSettings, SettingsChange } from '#contract/notifications/calls.ts'
import { CHANNEL, type Channel, type NotificationTopic } from '#domain/notifications.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { $profile } from '#stores/account/profile.ts'
import { lookAtPush } from './push.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'

export type Settings =
  | { state: 'loading' }
  /** `failure`: the last change was refused and rolled back. */
  | { state: 'ready'; settings: NotificationSettings; failure: Failure | null }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }

const $settings = atom<Settings>({ state: 'loading' })
export { $settings }

export const loadSettings = async (): Promise<void> => {
  try {
    $settings.set({ state: 'ready', settings: await environment().call(notifications.settings), failure: null })
    await lookAtPush()
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $settings.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Changes are sent one after another, so that the last press wins on the server. */
let queue: Promise<void> = Promise.resolve()

/** Applies a change optimistically; reloads the settings when it is refused. */
const change = (changes: SettingsChange, show: (settings: NotificationSettings) => NotificationSettings): Promise<void> => {
  const now = $settings.get()
  if (now.state !== 'ready') return Promise.resolve()
  $settings.set({ state: 'ready', settings: show(now.settings), failure: null })
  queue = queue.then(async () => {
    try {
      await environment().call(notifications.changeSettings, { body: changes })
    } catch (cause) {
      const failure = failureOf(cause)
      await loadSettings()
      const known = $settings.get()
      if (known.state === 'ready') $settings.set({ ...known, failure })
    }
  })
  return queue
}

/** Sets the channels of a topic; none is sent as [99] (spec section 3). */
export const chooseChannels = (topic: NotificationTopic, chosen: readonly Channel[]): Promise<void> => {
  const channels: number[] = chosen.length > 0 ? [...chosen].sort((a, b) => a - b) : [CHANNEL.NONE]
  return change({ [topic]: channels }, (settings) => ({
    ...settings,
    topics: settings.topics.map((one) => (one.topic === topic ? { ...one, channels } : one))
  }))
}

export const choosePromotion = (promotionalInfo: boolean): Promise<void> =>
  change({ promotionalInfo }, (settings) => ({ ...settings, promotionalInfo }))

/** Reloads when the profile changes: a confirmed contact adds channels. */
const followContacts = (): (() => void) =>
  $profile.listen((own) => {
    if (own.state === 'ready' && $settings.get().state === 'ready') void loadSettings()
  })

onMount($settings, () => {
  const stops = [
    followContacts(),
    $session.subscribe((session, before) => {
      if (session.state === 'user' && before?.state !== 'user') void loadSettings()
      if (session.state === 'guest') $settings.set({ state: 'signedOut' })
    })
  ]
  return () => stops.forEach((stop) => stop())
})
