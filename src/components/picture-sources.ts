import { PICTURES_BASE, pictureUrl } from '#domain/pictures.ts'

/** Names of the pictures of which the build has made smaller ones (`astro-pictures.mjs`); in development there are none. */
const SMALLER = new Set('@@pictures@@'.split(' '))
/** Pixels of a side; the pictures themselves have 256. */
const WIDTHS = [96, 192]

export interface PictureSources {
  src: string
  srcset?: string
  sizes?: string
}

/** Files of a square picture for a slot of so many CSS pixels: what is far too small for it is left out. */
export const pictureSources = (picture: string, slot: number): PictureSources => {
  const src = pictureUrl(picture)
  const name = src.startsWith(PICTURES_BASE) ? src.slice(PICTURES_BASE.length + 1, -'.webp'.length) : ''
  const widths = WIDTHS.filter((width) => width > slot)
  if (!SMALLER.has(name) || widths.length === 0) return { src }
  const smaller = widths.map((width) => `${PICTURES_BASE}/${width}/${name}.webp ${width}w`)
  return { src, srcset: `${smaller.join(',')},${src} 256w`, sizes: `${slot}px` }
}
