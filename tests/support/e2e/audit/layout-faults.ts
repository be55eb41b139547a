import type { Page } from '@playwright/test'

/** What is wrong with the page as it stands at this width: sideways scrolling, clipped text, stretched pictures, targets too small to hit. */
export const layoutFaults = (page: Page, look: { targets: boolean; within?: string }): Promise<string[]> => page.evaluate(findFaults, look)

/** Runs in the page. The least target is 44 px; half a pixel is rounding. */
const findFaults = ({ targets, within }: { targets: boolean; within?: string }): string[] => {
  const root = (within && document.querySelector(within)) || document.body
  const faults: string[] = []
  const describe = (element: Element): string => `${element.outerHTML.slice(0, 110)} "${(element.textContent ?? '').trim().slice(0, 40)}"`
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) {
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible' || getComputedStyle(at).position === 'fixed') return true
      return getComputedStyle(element).position === 'fixed'
    }
    const edge = document.documentElement.clientWidth + 0.5
    const guilty = [...root.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > edge && !isHeld(element))
      .slice(0, 5)
    faults.push(`scrolls sideways by ${wide}: ${guilty.map(describe).join(' | ')}`)
  }
  const isShown = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  // Asked of every ancestor of every word: each element answers once.
  const clipped = new Map<Element, boolean>()
  const isForReadersOnly = (element: Element): boolean => {
    const known = clipped.get(element)
    if (known !== undefined) return known
    const above = element.parentElement
    const isClipped = getComputedStyle(element).clipPath.startsWith('inset') || (above !== null && isForReadersOnly(above))
    clipped.set(element, isClipped)
    return isClipped
  }
  const hasOwnText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '')

  const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
  /** The edges that words beside them leave unseen; null where nothing hides them, 'scrolls' where they can be scrolled to. */
  type Edges = { left: number; right: number; name: string } | 'scrolls' | null
  const edges = new Map<Element, Edges>()
  const edgesOf = (element: Element): Edges => {
    const known = edges.get(element)
    if (known !== undefined) return known
    const { overflowX } = getComputedStyle(element)
    const box = hides(overflowX) ? element.getBoundingClientRect() : null
    const found: Edges =
      overflowX === 'auto' || overflowX === 'scroll'
        ? 'scrolls'
        : box && { left: box.left, right: box.right, name: element.className || element.tagName }
    edges.set(element, found)
    return found
  }

  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!hasOwnText(element) || !isShown(element) || isForReadersOnly(element)) continue
    const style = getComputedStyle(element)
    // A line that says by its dots that there is more is meant so; its whole text stands elsewhere.
    const isCut = style.textOverflow !== 'ellipsis' && style.getPropertyValue('-webkit-line-clamp') === 'none'
    if (isCut && hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
      faults.push(`clipped across: ${describe(element)}`)
    if (isCut && hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1)
      faults.push(`clipped below: ${describe(element)}`)
    // Words that leave an ancestor which hides what leaves it.
    const range = document.createRange()
    range.selectNodeContents(element)
    const words = range.getBoundingClientRect()
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const outer = edgesOf(at)
      if (outer === 'scrolls') break
      if (outer && (words.right > outer.right + 1 || words.left < outer.left - 1)) {
        faults.push(`cut off by ${outer.name}: ${describe(element)}`)
        break
      }
    }
  }

  // A rule that stretches what stands in a row stretches its picture too.
  for (const picture of root.querySelectorAll<HTMLImageElement>('img[width]')) {
    const drawn = picture.getBoundingClientRect().width
    if (isShown(picture) && drawn > 3 * Number(picture.getAttribute('width')))
      faults.push(`picture ${Math.round(drawn)} px wide: ${describe(picture)}`)
  }

  if (targets)
    for (const element of root.querySelectorAll<HTMLElement>('a[href], button, summary, select, input:not([type=hidden]), [role=button]')) {
      if (!isShown(element) || isForReadersOnly(element) || element.matches(':disabled')) continue
      const style = getComputedStyle(element)
      // A link inside a sentence is as high as its line.
      const parent = element.parentElement
      const isInText =
        style.display === 'inline' &&
        parent !== null &&
        [...parent.childNodes].some((node) => node !== element && (node.textContent ?? '').trim() !== '')
      if (isInText) continue
      const after = getComputedStyle(element, '::after')
      const isStretched = after.position === 'absolute' && after.content !== 'none'
      // A box or dot is pressed by its label too.
      const label = element.matches('input') ? (element as HTMLInputElement).labels?.[0] : null
      const boxes = [isStretched ? element.closest<HTMLElement>('article, li') : element, label].map((hit) => hit?.getBoundingClientRect())
      const isBigEnough = boxes.some((box) => box && box.width >= 43.5 && box.height >= 43.5)
      const own = element.getBoundingClientRect()
      if (!isBigEnough) faults.push(`target ${Math.round(own.width)}x${Math.round(own.height)}: ${describe(element)}`)
    }
  return [...new Set(faults)]
}

/** Lays all of the page out while `look` goes on: what the browser has not laid out yet would be measured partly at its size before. */
export const withAllLaidOut = async <T>(page: Page, look: () => Promise<T>): Promise<T> => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const seen = await look()
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
  return seen
}

/** The reader's own text size, a setting of the browser: 16 px unless told. Media queries in em follow it too. */
export const setTextSize = async (page: Page, size: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } })
  await session.detach()
}

/** Starts adding up unexpected layout shifts, also those right after a press when asked; to be called before the page is opened. */
export const watchShifts = async (page: Page, { afterPress = false } = {}): Promise<void> => {
  await page.addInitScript((countAll) => {
    const all: { value: number; what: string }[] = []
    Object.assign(globalThis, { shifts: all })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }[])
        if (countAll || !entry.hadRecentInput)
          all.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 90) ?? '').join(' | ')
          })
    }).observe({ type: 'layout-shift', buffered: true })
  }, afterPress)
}

/** Cumulative layout shift of a page that nobody has touched. */
const MAX_SHIFT = 0.01

/** What moved, when it is more than nobody sees. */
export const shiftFaults = async (page: Page, most = MAX_SHIFT): Promise<string[]> => {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  return total > most ? [`moves by ${total.toFixed(4)} of ${most}: ${JSON.stringify(shifts)}`] : []
}
