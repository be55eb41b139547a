import sharp from 'sharp'
import { SIDE } from './shapes.ts'

/** A soft filter: ringing at the edges costs a quarter of the bytes. */
const KERNEL = 'mitchell'
const WEBP = { quality: 64, alphaQuality: 60, effort: 2 }

/** What the bytes of a picture depend on beside its pixels. */
export const ENCODING = JSON.stringify([KERNEL, WEBP, sharp.versions])

/** The pixels of a picture as a WebP file of a width. */
export const encode = (pixels: Buffer, width: number): Promise<Buffer> => {
  const source = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
  return (width < SIDE ? source.resize(width, width, { kernel: KERNEL }) : source).webp(WEBP).toBuffer()
}

/** A drawn cover as a WebP file of a width. */
export const encodeCover = (cover: Buffer, width: number): Promise<Buffer> =>
  sharp(cover).resize(width, null, { kernel: KERNEL }).webp(WEBP).toBuffer()
