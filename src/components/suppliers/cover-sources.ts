import { coverOwner, PICTURES_BASE } from '#domain/pictures.ts'
import type { PictureSources, Slot } from '../picture-sources.ts'

/** Names of the covers that the build drew, by owner (`src/build/pictures.ts`); none in development. */
const COVERS = new Map('@@covers@@'.split(' ').map((entry) => [entry.split(':')[0] ?? '', entry.split(':')[1] ?? '']))
/** As `COVER_WIDTHS` of the build. */
const WIDTHS = [320, 512, 768]

const addressOf = (name: string, width: number): string => `${PICTURES_BASE}/covers/${width}/${name}.webp`

/** The drawn cover of a supplier for a slot of a width; null for a supplier whose cover was not drawn. */
export const coverSources = (supplier: Parameters<typeof coverOwner>[0], slot: Slot): PictureSources | null => {
  const name = COVERS.get(coverOwner(supplier))
  if (!name) return null
  const { small, from, large } = typeof slot === 'number' ? { small: slot, from: 0, large: slot } : slot
  return {
    src: addressOf(name, 512),
    srcset: WIDTHS.map((width) => `${addressOf(name, width)} ${width}w`).join(','),
    sizes: small === large ? `${small}px` : `(min-width:${from}px) ${large}px,${small}px`
  }
}
