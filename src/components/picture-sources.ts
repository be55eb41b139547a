import { PICTURES_BASE, pictureUrl } from '#domain/pictures.ts'

/** Names of the pictures of which the build has made smaller ones (`src/build/pictures.ts`); in development there are none. */
const SMALLER = new Set('@@pictures@@'.split(' '))
/** Pixels of a side; the pictures themselves have 256. */
const WIDTHS = [96, 192]

export interface PictureSources {
  src: string
  srcset?: string
  sizes?: string
}

/** CSS pixels of a slot's side: always, or in small windows and in those `from` so wide. */
export type Slot = number | { small: number; from: number; large: number }

/** Files of a square picture for a slot: what is far too small for it is left out. */
export const pictureSources = (picture: string, slot: Slot): PictureSources => {
  const { small, from, large } = typeof slot === 'number' ? { small: slot, from: 0, large: slot } : slot
  const src = pictureUrl(picture)
  const name = src.startsWith(PICTURES_BASE) ? src.slice(PICTURES_BASE.length + 1, -'.webp'.length) : ''
  const widths = WIDTHS.filter((width) => width > Math.min(small, large))
  if (!SMALLER.has(name) || widths.length === 0) return { src }
  const smaller = widths.map((width) => `${PICTURES_BASE}/${width}/${name}.webp ${width}w`)
  const sizes = small === large ? `${small}px` : `(min-width:${from}px) ${large}px,${small}px`
  return { src, srcset: `${smaller.join(',')},${src} 256w`, sizes }
}
