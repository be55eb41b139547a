import type { HomeBlock } from '#contract/home/calls.ts'

/** Values for the two windows the first view is estimated for: a phone of 412 × 823 and a desktop of 1280 × 800 CSS pixels. */
export type Pair = readonly [phone: number, desk: number]

const VIEW: Pair = [823, 800]
/** Columns of twelve on desktops; on phones each block has its own row. */
const COLUMNS: Record<HomeBlock['size'], number> = { xs: 3, s: 4, m: 6, l: 8, xl: 12 }

interface Shape {
  /** Including the distance to the element above, CSS pixels. */
  height: Pair
  /** From its top to its pictures, CSS pixels. */
  above: Pair
  /** Number of pictures or cards side by side. */
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

/** Top of the blocks on the home page, and below a listing, which fills the first view. */
export const HOME_TOP: Pair = [115, 185]
export const BELOW_LISTING: Pair = [Infinity, Infinity]

/**
 * Estimates which pictures are in the first view: the number per block, 0 for blocks below it. Estimated by
 * heights, because the server does not know the window.
 */
export const placeBlocks = (blocks: readonly HomeBlock[], top: Pair): number[] => {
  let [phone, desk] = top
  let columns = 0
  let rowHeight = 0
  return blocks.map((block) => {
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
}

/** Cards of a listing in the first view, below its heading and filters: two rows; of a wide row only as many count as fit on a phone. */
export const SEEN_CARDS = 2
