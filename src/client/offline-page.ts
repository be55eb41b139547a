const WORKER = '/push-worker.js'

/** Stores the page that is open, for a moment without a connection. Does nothing without https or in a browser without service workers. */
export const storePage = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(WORKER, { scope: '/' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ store: location.pathname })
}
