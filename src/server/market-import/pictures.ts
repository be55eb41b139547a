import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { ResizeOptions } from 'sharp'
import { largePictureUrl, pictureUrl, STORED_BASE } from '#domain/pictures.ts'
import { once } from '#server/memoize.ts'
import { shown } from './faults.ts'

const FILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*\.(?:jpe?g|png|webp)$/iu
const MAX_BYTES = 20 << 20
const MAX_PIXELS = 50_000_000
/** How long one picture may take: a small file can ask for minutes of work. */
const MAX_SECONDS = 5
/** Subfolder of the data folder that the front serves below STORED_BASE. */
export const picturesFolder = (dataDir: string): string => join(dataDir, 'pictures')
const MAX_PICTURES = 8
/** Sizes in pixels: products are squares, covers are wide. */
const SIZES = {
  product: { width: 256, height: 256, fit: 'cover' },
  cover: { width: 1200, height: 675, fit: 'cover' }
} as const
/** Enlarged view of a product's picture: uncropped, never larger than the original. */
const LARGE = { width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true } as const

/** File names of emoji pictures, without the variation selector that the package has in some names. */
const emojiFiles = once(() => {
  const manifest = createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')
  const files = readdirSync(join(dirname(manifest), 'assets')).filter((name) => name.endsWith('.webp'))
  return new Set(files.map((name) => name.replaceAll('-fe0f', '')))
})

/** Whether a text is one emoji with a picture. */
export const isEmoji = (text: string): boolean => {
  if (text === '' || text.length > 40 || /^[\w/:.]/.test(text)) return false
  return emojiFiles().has(pictureUrl(text).split('/').at(-1) ?? '')
}

export const isPictureFile = (text: string): boolean => FILE_NAME.test(text)

/** Reads the pictures of a cell, the main one first; problems go to `report`. */
export const readPictures = (text: string, report: (problem: string) => void): string[] => {
  const names = text.split('|')
  if (names.length > MAX_PICTURES) report(`names ${names.length} pictures, expected at most ${MAX_PICTURES}`)
  return names.slice(0, MAX_PICTURES).filter((name, index, all) => {
    const isKnown = isPictureFile(name) || isEmoji(name)
    if (!isKnown)
      report(`is ${shown(name)}, expected one emoji of the picture set, or a file name of this folder; several are joined with |`)
    else if (all.indexOf(name) < index) report(`${shown(name)} stands twice, expected once`)
    return isKnown
  })
}

/** What files of these formats begin with, by the ends of their names. */
const FORMATS = [
  { names: /\.jpe?g$/i, format: 'jpg', begins: (bytes: Buffer) => bytes.readUIntBE(0, 3) === 0xff_d8_ff },
  { names: /\.png$/i, format: 'png', begins: (bytes: Buffer) => bytes.readUIntBE(0, 4) === 0x89_50_4e_47 },
  {
    names: /\.webp$/i,
    format: 'webp',
    begins: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  }
]
const HEAD_BYTES = 12

/** The format that a file's name says and its content is not; null when both agree. */
const missedFormat = (path: string, bytes: Buffer): string | null => {
  const said = FORMATS.find(({ names }) => names.test(path))
  return said && !(bytes.length >= HEAD_BYTES && said.begins(bytes)) ? said.format : null
}

/**
 * Stores a picture in `target`, cropped, as WebP, named by its content hash; a product's also in a large size. Existing files are reused.
 * Returns its URL path, or the problem with it.
 */
export const storePicture = async (
  path: string,
  size: keyof typeof SIZES,
  target: string | undefined,
  maxSeconds = MAX_SECONDS
): Promise<{ address: string } | { problem: string }> => {
  // A missing file is reported as a fault of the market.
  const bytes = await readFile(path).catch(() => null)
  if (!bytes) return { problem: 'there is no such file in the folder of the supplier; expected one of its pictures, or an emoji' }
  if (bytes.length > MAX_BYTES) return { problem: `has ${Math.round(bytes.length / (1 << 20))} MB; expected a picture of at most 20` }
  // Other decoders, such as that of SVG, are not even loaded for what a supplier sent.
  const missed = missedFormat(path, bytes)
  if (missed !== null) return { problem: `is no ${missed}, although its name says so; expected jpg, png or webp` }
  const name = `${createHash('sha256').update(size).update(bytes).digest('hex').slice(0, 32)}.webp`
  const address = `${STORED_BASE}/${name}`
  const files = [{ name, size: SIZES[size] }, ...(size === 'product' ? [{ name: basename(largePictureUrl(address)), size: LARGE }] : [])]
  try {
    for (const file of files) await writePicture(bytes, file, target, maxSeconds)
    return { address }
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('timeout'))
      return { problem: `takes longer than ${maxSeconds} s; expected a picture that is read sooner` }
    return { problem: `cannot be read as a picture (${cause instanceof Error ? cause.message : 'unknown'}); expected jpg, png or webp` }
  }
}

/** Without a target the picture is only checked. */
const writePicture = async (
  bytes: Buffer,
  { name, size }: { name: string; size: ResizeOptions },
  target: string | undefined,
  seconds: number
): Promise<void> => {
  if (target && existsSync(join(target, name))) return
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate().resize(size).webp({ quality: 80 }).timeout({ seconds })
  if (!target) {
    await picture.toBuffer()
    return
  }
  mkdirSync(target, { recursive: true })
  const draft = join(target, `.${process.pid}.${name}`)
  await picture.toFile(draft)
  renameSync(draft, join(target, name))
}
