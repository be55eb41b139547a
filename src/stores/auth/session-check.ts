import { ifRefused } from '#client/call.ts'
import { openModal } from '#stores/modals.ts'
import { $session, loadMe } from './session.ts'

let running: Promise<unknown> | null = null

/** Checks whether another device ended the session. The caller handles that it did; other API errors are ignored. */
export const checkSession = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    await (running ??= loadMe().catch(ifRefused(null)))
  } finally {
    running = null
  }
}

/** For pages of one user: opens the sign-in modal when the session ends, on the server or in another tab. Returns the function that stops it. */
export const askBack = (): (() => void) =>
  $session.listen((session) => {
    if (session.state === 'guest' && session.ended) openModal('login')
  })
