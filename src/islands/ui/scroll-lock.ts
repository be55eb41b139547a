let locks = 0

/** Holds the page still while at least one layer asks for it; the answer lets go. */
export const lockScroll = (): (() => void) => {
  locks += 1
  document.documentElement.dataset['scrollLocked'] = ''
  return () => {
    locks -= 1
    if (locks === 0) delete document.documentElement.dataset['scrollLocked']
  }
}
