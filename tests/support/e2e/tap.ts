import { expect, type Locator } from '@playwright/test'

interface Touch {
  /** Nothing else covers the point where a finger would come down. */
  isIt: boolean
  /** The point, from the element's own corner. */
  position: { x: number; y: number }
  /** And in the window, to see whether it still moves. */
  at: { x: number; y: number }
  cover: string
  isTouched: boolean
}

/** Runs in the page: what lies at the middle of an element, of its first line where it breaks. */
const lookUnderFinger = (element: Element): Touch => {
  const box = element.getBoundingClientRect()
  const first = element.getClientRects()[0] ?? box
  const at = { x: first.left + first.width / 2, y: first.top + first.height / 2 }
  const hit = document.elementFromPoint(at.x, at.y)
  return {
    isIt: hit !== null && (element.contains(hit) || hit.closest('label')?.control === element),
    position: { x: at.x - box.left, y: at.y - box.top },
    at,
    cover: hit?.outerHTML.slice(0, 120) ?? 'the edge of the window',
    isTouched: navigator.maxTouchPoints > 0
  }
}

/**
 * Presses the point where a finger or a mouse would, and fails when something else lies there: Playwright's own click scrolls a page about
 * until nothing covers its target. Waits until the element stands still.
 */
export const tap = async (target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  let touch = await target.evaluate(lookUnderFinger)
  // Somebody who sees it does not scroll; who sees it not, or under a bar at the edge, scrolls it to the middle, once.
  if (!touch.isIt) await target.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }))
  await expect(async () => {
    const { at } = touch
    touch = await target.evaluate(lookUnderFinger)
    expect(touch.isIt, `covered by ${touch.cover}`).toBe(true)
    expect(touch.at, 'it moves').toEqual(at)
  }).toPass({ intervals: [20, 50, 100], timeout: 15_000 })
  const { position } = touch
  await (touch.isTouched ? target.tap({ position }) : target.click({ position }))
}
