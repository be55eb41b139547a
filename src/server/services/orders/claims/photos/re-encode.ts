const MAX_PIXELS = 50_000_000
/** A small file can ask for minutes of work. */
const MAX_SECONDS = 5
/** Large enough to see a crack in a bottle, small enough to keep in the database. */
const SIZE = { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true } as const

/** What a photo begins with. Decoders of other formats are not even loaded for what somebody sent. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  (bytes) => bytes.toString('hex', 0, 8) === '89504e470d0a1a0a',
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
]

/**
 * Returns a photo upright, as WebP of at most 1,600 x 1,600 pixels, without the place, time and owner that cameras write into it. null: no
 * JPEG, PNG or WebP, damaged, of more than 50 million pixels, or too slow to read.
 */
export const reEncode = async (bytes: Buffer): Promise<Buffer | null> => {
  if (!BEGINNINGS.some((begins) => begins(bytes))) return null
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize(SIZE)
    .webp({ quality: 80 })
    .timeout({ seconds: MAX_SECONDS })
  // Whatever the decoder says of it, it cannot be read as a photo.
  return picture.toBuffer().catch(() => null)
}
