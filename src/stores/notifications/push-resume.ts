/** The one worker of the shop is there for push messages: a browser that has it was told to hear them. */
const hasWorker = (): boolean => typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller)

/** Push messages belong to a session: whoever signs in again where they were on hears them again. Nothing is loaded anywhere else, and nothing is said. */
export const resumePush = async (): Promise<void> => {
  if (!hasWorker()) return
  // Without the script nothing is resumed, and nothing is said.
  await import('./push.ts').then(({ lookAtPush }) => lookAtPush()).catch(() => undefined)
}
