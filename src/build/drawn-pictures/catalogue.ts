import { DISH_WORDS } from '#domain/product-pictures/dishes.ts'
import { PACK_WORDS } from '#domain/product-pictures/goods.ts'
import { PART_WORDS } from '#domain/product-pictures/parts.ts'
import { THING_ART } from './thing-art.ts'

const SOUPS = ['red', 'orange', 'green', 'white']
const GLASSES = ['red', 'pink', 'orange', 'green', 'white', 'brown']

/** What every build draws, whatever its market: each base and each part alone, which stand for compositions that were not drawn. */
export const SIMPLE_PICTURES: readonly string[] = [
  ...new Set([
    ...Object.keys(DISH_WORDS),
    ...Object.keys(PACK_WORDS),
    ...Object.keys(THING_ART),
    'plate',
    ...SOUPS.map((colour) => `soup-${colour}`),
    ...GLASSES.map((colour) => `glass-${colour}`),
    ...Object.keys(PART_WORDS).map((part) => `plain.${part}`)
  ])
].sort()
