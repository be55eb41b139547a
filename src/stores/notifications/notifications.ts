import { atom, onMount } from 'nanostores'
import * as notifications from '#contract/notifications/calls.ts'
import type { Notification } from '#contract/notifications/calls.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'

export type Notifications =
  | { state: 'loading' }
  | { state: 'ready'; list: readonly Notification[]; totalCount: number; unreadCount: number; more: 'idle' | 'loading' | 'failed' }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }

const PAGE = 20
/** How long opening a notification waits for "read" to be stored before it navigates. */
const MAX_WAIT_MS = 400

const $notifications = atom<Notifications>({ state: 'loading' })
export { $notifications }

/** Loads a page of the list: appends when skip is above 0, replaces when 0 (spec section 4). */
const loadPage = async (skip: number): Promise<void> => {
  const { items, totalCount, unreadCount } = await environment().call(notifications.list, { query: { skip, take: PAGE } })
  const before = $notifications.get()
  const existing = skip > 0 && before.state === 'ready' ? before.list : []
  const known = new Set(existing.map(({ id }) => id))
  const list = [...existing, ...items.filter(({ id }) => !known.has(id))]
  $notifications.set({ state: 'ready', list, totalCount, unreadCount, more: 'idle' })
}

export const loadNotifications = async (): Promise<void> => {
  try {
    await loadPage(0)
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $notifications.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const loadMoreNotifications = async (): Promise<void> => {
  const shown = $notifications.get()
  if (shown.state !== 'ready' || shown.more === 'loading') return
  $notifications.set({ ...shown, more: 'loading' })
  try {
    await loadPage(shown.list.length)
  } catch (cause) {
    failureOf(cause)
    $notifications.set({ ...shown, more: 'failed' })
  }
}

/** Marks notifications as read optimistically; rolls back when the call fails. */
const markRead = async (isRead: (notification: Notification) => boolean, body: { ids?: number[]; upTo?: number }): Promise<void> => {
  const shown = $notifications.get()
  if (shown.state !== 'ready') return
  const unread = shown.list.filter((one) => !one.isRead && isRead(one)).length
  const list = shown.list.map((one) => (isRead(one) ? { ...one, isRead: true } : one))
  $notifications.set({ ...shown, list, unreadCount: Math.max(0, shown.unreadCount - unread) })
  try {
    const { unreadCount } = await environment().call(notifications.read, { body })
    const now = $notifications.get()
    if (now.state === 'ready') $notifications.set({ ...now, unreadCount })
  } catch (cause) {
    failureOf(cause)
    const now = $notifications.get()
    if (now.state === 'ready') $notifications.set({ ...now, list: shown.list, unreadCount: shown.unreadCount })
  }
}

/** Marks everything up to the newest shown notification; later ones stay unread and are loaded. */
export const readAll = async (): Promise<void> => {
  const shown = $notifications.get()
  const newest = shown.state === 'ready' ? shown.list[0] : undefined
  if (!newest) return
  await markRead(({ id }) => id <= newest.id, { upTo: newest.id })
  const now = $notifications.get()
  if (now.state === 'ready' && now.unreadCount > 0 && now.list.every(({ isRead }) => isRead)) await loadNotifications()
}

/** Marks a notification as read and navigates to its path, at the latest after MAX_WAIT_MS. */
export const openNotification = async ({ id, path, isRead }: Notification): Promise<void> => {
  const { later, navigate, locale } = environment()
  const timeout = new Promise<void>((resolve) => void later(MAX_WAIT_MS, resolve))
  if (!isRead) await Promise.race([markRead((one) => one.id === id, { ids: [id] }), timeout])
  navigate(localePath(locale, path))
}

onMount($notifications, () =>
  $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') void loadNotifications()
    if (session.state === 'guest') $notifications.set({ state: 'signedOut' })
  })
)
