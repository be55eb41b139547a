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
 * Returns a photo upright, as WebP of at most `longest` x `longest` pixels, without the place, time and owner that cameras write into it. null: no
 * JPEG, PNG or WebP, damaged, of more than 50 million pixels, or too slow to read.
 */
export const reEncode = async (bytes: Buffer, longest: number): Promise<Buffer | null> => {
  if (!BEGINNINGS.some((begins) => begins(bytes))) return null
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: MAX_SECONDS })
  // Whatever the decoder says of it, it cannot be read as a photo.
  return picture.toBuffer().catch(() => null)
}
