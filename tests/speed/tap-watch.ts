/** Text that is to be seen in some element. */
export interface Sight {
  /** A selector. */
  in: string
  text: string
  /** Seen in the same element besides. */
  also?: string
}

/** Runs in the page: milliseconds from the next touch to the frame after which the text is on the screen. */
export const onceSeen = ({ in: selector, text, also = '' }: Sight): Promise<number> =>
  new Promise((resolve) => {
    const isSeen = (): boolean =>
      [...document.querySelectorAll(selector)].some(
        (element) => element.checkVisibility() && element.textContent.includes(text) && element.textContent.includes(also)
      )
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        const look = (): void => {
          if (!isSeen()) return void requestAnimationFrame(look)
          // A message comes after the frame that this callback belongs to.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
          port1.start()
          port2.postMessage('')
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true }
    )
  })

/**
 * Runs in the page: the longest interaction so far in milliseconds, as the browser's event timing says; begins to watch when it is first asked.
 * What web-vitals calls INP: it leaves out one interaction in fifty, and here are never so many.
 */
export const longestInteraction = (): number => {
  const watched = window as { longest?: number }
  if (watched.longest === undefined) {
    watched.longest = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) watched.longest = Math.max(watched.longest ?? 0, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  }
  return watched.longest
}
