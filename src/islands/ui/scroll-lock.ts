let locks = 0

/** Locks scrolling of the page while at least one lock is active. Returns the function that releases it. */
export const lockScroll = (): (() => void) => {
  locks += 1
  document.documentElement.dataset['scrollLocked'] = ''
  return () => {
    locks -= 1
    if (locks === 0) delete document.documentElement.dataset['scrollLocked']
  }
}
