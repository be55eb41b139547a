import type { HomeBlock } from '#contract/home/calls.ts'

/** Two of something: on a phone of 412 × 823 and on a desk of 1280 × 800 CSS pixels, the windows whose first view is reckoned. */
export type Pair = readonly [phone: number, desk: number]

const VIEW: Pair = [823, 800]
/** Of twelve, on a desk; a phone gives each block a row of its own. */
const COLUMNS: Record<HomeBlock['size'], number> = { xs: 3, s: 4, m: 6, l: 8, xl: 12 }

interface Shape {
  /** With the distance to what stands above, CSS pixels. */
  height: Pair
  /** From its top to where its pictures show. */
  above: Pair
  /** So many of its pictures, or cards, fit beside each other. */
  across: Pair
}
const SHAPES: Record<HomeBlock['type'] | 'sections', Shape> = {
  sections: { height: [250, 146], above: [25, 35], across: [6, 6] },
  'banner-slider': { height: [250, 270], above: [60, 60], across: [1, 2] },
  banner: { height: [208, 240], above: [60, 60], across: [1, 1] },
  'app-bar': { height: [96, 104], above: [40, 50], across: [3, 7] },
  'category-teaser': { height: [152, 160], above: [95, 105], across: [3, 9] },
  'manufacturer-slider': { height: [335, 345], above: [115, 120], across: [2, 2] },
  'article-slider': { height: [356, 394], above: [120, 130], across: [3, 3] },
  'item-management-category-teaser': { height: [356, 394], above: [120, 130], across: [3, 3] },
  'brand-slider': { height: [152, 160], above: [95, 105], across: [0, 0] },
  'html-code': { height: [362, 380], above: [95, 105], across: [0, 0] },
  'info-code': { height: [420, 389], above: [95, 105], across: [0, 0] }
}
const shapeOf = (block: HomeBlock): Shape => SHAPES[block.type === 'category-teaser' && block.look === 'sections' ? 'sections' : block.type]

/** Where the blocks of the home page begin, and those above a listing. */
export const HOME_TOP: Pair = [115, 185]
export const LISTING_TOP: Pair = [152, 221]

/**
 * Which pictures of blocks are seen without scrolling: of each block so many of the first, 0 when it lies below; and where the last one ends.
 * An estimate by what stands above each: the server knows no window.
 */
export const placeBlocks = (blocks: readonly HomeBlock[], top: Pair): { seen: number[]; end: Pair } => {
  let [phone, desk] = top
  let columns = 0
  let rowHeight = 0
  const seen = blocks.map((block) => {
    const { height, above, across } = shapeOf(block)
    const width = COLUMNS[block.size]
    if (columns + width > 12) {
      desk += rowHeight
      columns = rowHeight = 0
    }
    const onPhone = phone + above[0] < VIEW[0] ? across[0] : 0
    const onDesk = desk + above[1] < VIEW[1] ? Math.ceil((across[1] * width) / 12) : 0
    phone += height[0]
    columns += width
    rowHeight = Math.max(rowHeight, height[1])
    return Math.max(onPhone, onDesk)
  })
  return { seen, end: [phone, desk + rowHeight] }
}

/** What stands between the blocks and the cards of a listing: its filters. */
const FILTERS: Pair = [170, 160]
/** Of a wide row only as many count as a phone shows. */
const CARD: { height: Pair; above: Pair } = { height: [303, 290], above: [20, 30] }

/** How many of a listing's cards are seen without scrolling, below these blocks. */
export const seenCards = (blocks: readonly HomeBlock[]): number => {
  const { end } = placeBlocks(blocks, LISTING_TOP)
  const rows = ([0, 1] as const).map((on) => Math.ceil((VIEW[on] - end[on] - FILTERS[on] - CARD.above[on]) / CARD.height[on]))
  return Math.max(0, ...rows)
}
