/** The only service worker is for push messages: a browser that has it was subscribed before. */
const hasWorker = (): boolean => typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller)

/** Renews the subscription after sign-in where push was on, because it belongs to a session. Loads nothing in other browsers. */
export const resumePush = async (): Promise<void> => {
  if (!hasWorker()) return
  // Optional: when the script fails to load, push is not resumed.
  await import('./push.ts').then(({ lookAtPush }) => lookAtPush()).catch(() => undefined)
}
