import type { Page } from '@playwright/test'
import type { NodeResult, Result } from 'axe-core'

interface Excuse {
  rule: string
  /** axe's own word for why it could not decide. */
  key: string
  /** The part of the page it is about. */
  within: string
  reason: string
}

/** What axe cannot decide and a person has decided. Nothing else passes undecided, but for what is measured below. */
const EXCUSES: readonly Excuse[] = [
  {
    rule: 'color-contrast',
    key: 'bgOverlap',
    within: '.product-labels',
    reason: 'a badge lies on a picture and brings its own opaque ground'
  },
  {
    rule: 'color-contrast',
    key: 'elmPartiallyObscuring',
    within: '.product-sold',
    reason: 'it lies on a picture of its card and brings its own opaque ground'
  },
  {
    rule: 'color-contrast',
    key: 'imgNode',
    within: '.supplier-closed',
    reason: 'white words on the overlay have 4.9 : 1 even over a white picture'
  },
  ...['bgOverlap', 'elmPartiallyObscuring'].map((key) => ({
    rule: 'color-contrast',
    key,
    within: '.map-picker',
    reason: 'panes of the map reach beyond its frame, which cuts them off: what stands below it lies on the ground of the sheet'
  })),
  {
    rule: 'color-contrast',
    key: 'bgOverlap',
    within: '.shop-kinds',
    reason: 'pictures of the cover reach below its frame, which cuts them off; a label brings its own opaque ground'
  },
  {
    rule: 'color-contrast',
    key: 'bgOverlap',
    within: '.sheet-footer',
    reason: 'choices scroll behind the footer, whose buttons bring their own opaque ground'
  },
  {
    rule: 'color-contrast',
    key: 'elmPartiallyObscured',
    within: '.bottom',
    reason: 'a scroll bar of a desk takes the width of a tab in the narrowest window; those of phones take none'
  },
  ...['bgOverlap', 'elmPartiallyObscuring', 'elmPartiallyObscured'].map((key) => ({
    rule: 'color-contrast',
    key,
    within: '.goods-form',
    reason: 'on phones choices scroll behind the button, which brings its own opaque ground'
  }))
]

export interface Undecided {
  id: string
  node: NodeResult
  why: string
}
interface Question {
  selector: string
  key: string
  excusedIn: string[]
}

const keyOf = ({ any, all, none }: NodeResult): string => {
  const [check] = [...any, ...all, ...none]
  return (check?.data as { messageKey?: string } | null)?.messageKey ?? ''
}

/** What a look found is no longer in the page. */
export const GONE = 'it is gone'

/** What axe left open and neither a measurement nor an excuse settles. */
export const undecided = async (page: Page, incomplete: readonly Result[]): Promise<Undecided[]> => {
  const open = incomplete.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, node, key: keyOf(node) })))
  const questions: Question[] = open.map(({ id, node, key }) => ({
    selector: String(node.target.at(-1)),
    key,
    excusedIn: EXCUSES.filter((excuse) => excuse.rule === id && excuse.key === key).map(({ within }) => within)
  }))
  const answers = await page.evaluate(settle, questions)
  return open.map(({ id, node }, index) => ({ id, node, why: answers[index] ?? '' })).filter(({ why }) => why !== '')
}

/** Runs in the page: for each question why it stays open; '' when it is settled. */
const settle = (questions: readonly Question[]): string[] => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour: string): number => {
    if (!pen) return NaN
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /** Words on a gradient must be seen on each of its colours. */
  const faintness = (element: Element): string => {
    let ground: Element | null = element
    while (ground && !getComputedStyle(ground).backgroundImage.includes('gradient')) ground = ground.parentElement
    if (!ground) return 'no gradient behind it'
    const { backgroundImage } = getComputedStyle(ground)
    const stops = backgroundImage.match(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)|#[0-9a-f]{3,8}/gi) ?? []
    if (stops.length < 2) return `the gradient is not understood: ${backgroundImage}`
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
    const words = luminance(color)
    const lowest = Math.min(...stops.map(luminance).map((behind) => (Math.max(words, behind) + 0.05) / (Math.min(words, behind) + 0.05)))
    return lowest >= least ? '' : `contrast ${lowest.toFixed(2)} of ${least} on ${stops.join(' ')}`
  }

  /** At the edge of what scrolls, such as a row of products or the basket's column, the next thing is seen in part: whoever scrolls sees all of it. */
  const isCutByScrolling = (element: Element): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const area = at.getBoundingClientRect()
      const [isRow, isColumn] = [/auto|scroll/.test(overflowX), /auto|scroll/.test(overflowY)]
      if (isRow && at.scrollWidth > at.clientWidth && (right > area.right || left < area.left)) return true
      if (isColumn && at.scrollHeight > at.clientHeight && (bottom > area.bottom || top < area.top)) return true
    }
    return false
  }

  return questions.map(({ selector, key, excusedIn }) => {
    const element = document.querySelector(selector)
    if (!element) return 'it is gone'
    if (excusedIn.some((part) => element.closest(part))) return ''
    if (key === 'bgGradient') return faintness(element)
    if (key === 'elmPartiallyObscured' && isCutByScrolling(element)) return ''
    return key || 'no reason given'
  })
}
