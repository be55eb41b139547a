import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'

interface Touch {
  x: number
  y: number
  isTouched: boolean
  /** False without script: the page was looked at once. */
  hasFrames: boolean
  /** Why it cannot be pressed: what it lacks, what covers it. Null when a finger would reach it. */
  fault: string | null
}

/**
 * Runs in the page: waits until an element is seen, can be pressed, stands still and nothing covers the middle of its first line, and answers
 * that point in the window. Waiting happens in the page: finding an element by its role again for each question took a third of a story's time.
 */
const pointUnderFinger = async (element: Element): Promise<Touch> => {
  const LIMIT_MS = 5_000
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      // A page without frames (another tab is in front) goes on all the same.
      const late = setTimeout(resolve, 100)
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      })
    })
  // Without script no frame is ever announced: one look, which is repeated from outside.
  const hasFrames = !matchMedia('(scripting: none)').matches
  const look = (): Touch => {
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2, isTouched: navigator.maxTouchPoints > 0, hasFrames }
    if (!element.isConnected) return { ...at, fault: 'gone from the page' }
    if (box.width === 0 || box.height === 0 || getComputedStyle(element).visibility !== 'visible') return { ...at, fault: 'not visible' }
    if (element.matches(':disabled, [aria-disabled="true"], :disabled *')) return { ...at, fault: 'disabled' }
    const hit = document.elementFromPoint(at.x, at.y)
    const isIt = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
    return { ...at, fault: isIt ? null : `covered by ${hit?.outerHTML.slice(0, 120) ?? 'the edge of the window'}` }
  }
  const until = performance.now() + LIMIT_MS
  let before = look()
  let hasScrolled = false
  for (;;) {
    // Somebody who sees it does not scroll; who sees it not, or under a bar at the edge, scrolls it to the middle, once.
    if (before.fault?.startsWith('covered') && !hasScrolled) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      hasScrolled = true
    }
    if (!hasFrames) return look()
    await frame()
    await frame()
    const now = look()
    const hasMoved = now.x !== before.x || now.y !== before.y
    if (!now.fault && !before.fault && !hasMoved) return now
    if (!element.isConnected || performance.now() > until) return { ...now, fault: now.fault ?? 'it moves' }
    before = now
  }
}

/** Presses the point where a finger or a mouse would, and fails when something else lies there: Playwright's own click scrolls until nothing covers it. */
export const tap = async (target: Locator): Promise<void> => {
  const page = target.page()
  let touch: Touch = { x: 0, y: 0, isTouched: false, hasFrames: true, fault: null }
  // What is drawn anew in the moment between is looked for again.
  await expect(async () => {
    const before = touch
    touch = await target.evaluate(pointUnderFinger)
    expect(touch.fault, String(target)).toBeNull()
    // What was scrolled to may still be laid out.
    expect(touch.hasFrames || (touch.x === before.x && touch.y === before.y), `${String(target)} stands still`).toBe(true)
  }).toPass({ intervals: [50, 100, 100, 250], timeout: 15_000 })
  const { x, y, isTouched } = touch
  await (isTouched ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
}
