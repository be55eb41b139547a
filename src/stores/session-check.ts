import { $session, loadMe } from './session.ts'

let running: Promise<unknown> | null = null

/** Whether the session still lives: another device may have ended it. The caller says that it did; whatever else goes wrong is nobody's news. */
export const checkSession = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  await (running ??= loadMe().catch(() => null))
  running = null
}
