import { ifRefused } from '#client/call.ts'
import { openModal } from '#stores/modals.ts'
import { $session, loadMe } from './session.ts'

let running: Promise<unknown> | null = null

/** Whether the session still lives: another device may have ended it. The caller says that it did; whatever else goes wrong is nobody's news. */
export const checkSession = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    await (running ??= loadMe().catch(ifRefused(null)))
  } finally {
    running = null
  }
}

/** For a page that is its person's alone: when the session ends under it, by the server or in another tab, they are asked to sign in again. Answers how to stop. */
export const askBack = (): (() => void) =>
  $session.listen((session) => {
    if (session.state === 'guest' && session.ended) openModal('login')
  })
