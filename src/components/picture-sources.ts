import { PICTURE_NAME, PICTURES_BASE, pictureUrl } from '#domain/pictures.ts'

/** Pictures for which the build made smaller files (`src/build/pictures.ts`); none in development. */
const SMALLER = new Set('@@pictures@@'.split(' '))
/** The build makes all sizes of composed pictures; development one. */
const isComposed = (picture: string): boolean => SMALLER.size > 1 && PICTURE_NAME.test(picture)
/** Sides of the smaller files in pixels; the originals have 256. */
const WIDTHS = [96, 192]

export interface PictureSources {
  src: string
  srcset?: string
  sizes?: string
}

/** Side of a slot in CSS pixels: fixed, or for small windows and for those at least `from` wide. */
export type Slot = number | { small: number; from: number; large: number }

/** `srcset` of a square picture for a slot, without files far too small for it, or larger than two pixels for each of CSS need. */
export const pictureSources = (picture: string, slot: Slot): PictureSources => {
  const { small, from, large } = typeof slot === 'number' ? { small: slot, from: 0, large: slot } : slot
  const src = pictureUrl(picture)
  const name = src.startsWith(PICTURES_BASE) ? src.slice(PICTURES_BASE.length + 1, -'.webp'.length) : ''
  const widths = WIDTHS.filter((width) => width > Math.min(small, large))
  if ((!SMALLER.has(name) && !isComposed(picture)) || widths.length === 0) return { src }
  const smaller = widths.map((width) => `${PICTURES_BASE}/${width}/${name}.webp ${width}w`)
  const sizes = small === large ? `${small}px` : `(min-width:${from}px) ${large}px,${small}px`
  const needsOriginal = Math.max(...widths) < 2 * Math.max(small, large)
  return { src, srcset: [...smaller, ...(needsOriginal ? [`${src} 256w`] : [])].join(','), sizes }
}
