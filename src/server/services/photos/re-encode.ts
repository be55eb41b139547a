import { fail } from '#server/services/core/fail.ts'

const MAX_PIXELS = 50_000_000
/** A small file can ask for minutes of work. */
const MAX_SECONDS = 5

/** What a photo begins with. Decoders of other formats are not even loaded for what somebody sent. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  (bytes) => bytes.toString('hex', 0, 8) === '89504e470d0a1a0a',
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
]

/**
 * Returns a photo that somebody sent upright, as WebP of at most `longest` x `longest` pixels, without the place, time and owner that cameras
 * write into it. PHOTO_UNREADABLE: no JPEG, PNG or WebP, damaged, of more than 50 million pixels, or too slow to read.
 */
export const reEncode = async (file: Blob, longest: number): Promise<Buffer> => {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!BEGINNINGS.some((begins) => begins(bytes))) throw fail('PHOTO_UNREADABLE')
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: MAX_SECONDS })
  return picture.toBuffer().catch(() => {
    // Whatever the decoder says of it, it cannot be read as a photo.
    throw fail('PHOTO_UNREADABLE')
  })
}
