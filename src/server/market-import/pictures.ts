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

/**
 * Stores a picture in `target`, cropped, as WebP, named by its content hash; a product's also in a large size. Existing files are reused.
 * Returns its URL path, or the problem with it.
 */
export const storePicture = async (
  path: string,
  size: keyof typeof SIZES,
  target: string | undefined
): Promise<{ address: string } | { problem: string }> => {
  // A missing file is reported as a fault of the market.
  const bytes = await readFile(path).catch(() => null)
  if (!bytes) return { problem: 'there is no such file in the folder of the supplier; expected one of its pictures, or an emoji' }
  if (bytes.length > MAX_BYTES) return { problem: `has ${Math.round(bytes.length / (1 << 20))} MB; expected a picture of at most 20` }
  const name = `${createHash('sha256').update(size).update(bytes).digest('hex').slice(0, 32)}.webp`
  const address = `${STORED_BASE}/${name}`
  const files = [{ name, size: SIZES[size] }, ...(size === 'product' ? [{ name: basename(largePictureUrl(address)), size: LARGE }] : [])]
  try {
    for (const file of files) await writePicture(bytes, file, target)
    return { address }
  } catch (cause) {
    return { problem: `cannot be read as a picture (${cause instanceof Error ? cause.message : 'unknown'}); expected jpg, png or webp` }
  }
}

/** Without a target the picture is only checked. */
const writePicture = async (
  bytes: Buffer,
  { name, size }: { name: string; size: ResizeOptions },
  target: string | undefined
): Promise<void> => {
  if (target && existsSync(join(target, name))) return
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate().resize(size).webp({ quality: 80 })
  if (!target) {
    await picture.toBuffer()
    return
  }
  mkdirSync(target, { recursive: true })
  const draft = join(target, `.${process.pid}.${name}`)
  await picture.toFile(draft)
  renameSync(draft, join(target, name))
}
