import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as catalogue from '#contract/catalogue/calls.ts'
import { ApiError, type Call } from '#client/call.ts'
import { SECTION_PICTURES } from '#domain/home.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { BoundedMap } from '#server/front/bounded-map.ts'
import { drawSharePicture } from './share-picture.ts'

export interface SharePicturesOptions {
  call: Call
  /** Folder of the files that are served, where the pictures of goods lie. */
  client: string
  /** Where pictures of imported markets lie, below `base`; drawn ones are kept in a folder of their own in it. */
  stored?: { base: string; folder: string } | undefined
}
interface Subject {
  hue: number
  pictures: readonly string[]
}

/** Raised when the drawing changes. */
const DRAWING = 'share-1'
const SHOP: Subject = { hue: 15, pictures: [SECTION_PICTURES.restaurant, SECTION_PICTURES.store, SECTION_PICTURES.pharmacy] }
/** Some 40 KB each: in memory, and on the disk, where the oldest go. */
const MAX_CACHED = 100
const MAX_FILES = 3_000
/** Drawing takes a tenth of a second of a core: one at a time, and so many may wait. */
const MAX_WAITING = 16

export class TooBusy extends Error {}

/**
 * Pictures for links to a page: the shop's, and one a supplier, drawn when first asked for and kept by what is on them. null: there is no
 * such supplier. Rejects with TooBusy when too many wait.
 */
export const createSharePictures = ({ call, client, stored }: SharePicturesOptions) => {
  const kept = new BoundedMap<string, Promise<Buffer>>(MAX_CACHED)
  const folder = stored && join(stored.folder, 'share')
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const subjectOf = async (name: string): Promise<Subject | null> => {
    if (name === 'shop') return SHOP
    try {
      return await call(catalogue.supplier, { params: { id: Number(name) } })
    } catch (cause) {
      if (cause instanceof ApiError && cause.type === 'SUPPLIER_NOT_FOUND') return null
      throw cause
    }
  }
  /** Only files of our own: nothing is fetched from anywhere. */
  const pictureOf = async (picture: string): Promise<Buffer | null> => {
    const address = pictureUrl(picture)
    const own = stored && address.startsWith(`${stored.base}/`) ? join(stored.folder, address.slice(stored.base.length)) : null
    const path = own ?? (address.startsWith('/pictures/') ? join(client, address) : null)
    // A file that is not there.
    return path === null || path.includes('..') ? null : readFile(path).catch(() => null)
  }
  const draw = async ({ hue, pictures }: Subject, file: string | null): Promise<Buffer> => {
    // A file that is not there.
    const known = file && (await readFile(file).catch(() => null))
    if (known) return known
    const photo = pictures.find((picture) => stored && picture.startsWith(`${stored.base}/`))
    const found = (await Promise.all((photo ? [photo] : pictures).map(pictureOf))).filter((one) => one !== null)
    const drawn = await drawSharePicture(hue, found, photo !== undefined)
    if (file && folder) await store(folder, file, drawn)
    return drawn
  }
  const inTurn = (work: () => Promise<Buffer>): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new TooBusy()
    waiting += 1
    const mine = turn.then(work).finally(() => void (waiting -= 1))
    // Whoever waits for this one hears why; the next has its turn.
    turn = mine.catch(() => undefined)
    return mine
  }

  return async (name: string): Promise<{ content: Buffer; etag: string } | null> => {
    const subject = await subjectOf(name)
    if (!subject) return null
    const key = hash('sha256', JSON.stringify([DRAWING, subject.hue, subject.pictures])).slice(0, 32)
    let drawing = kept.get(key)
    if (!drawing) {
      drawing = inTurn(() => draw(subject, folder ? join(folder, `${key}.jpg`) : null))
      kept.set(key, drawing)
      // Whoever waits for it hears why; the next one draws again.
      drawing.catch(() => kept.delete(key))
    }
    return { content: await drawing, etag: `"${key}"` }
  }
}

/** Written beside and moved, so that another process never reads half of it; the oldest make room. */
const store = async (folder: string, file: string, drawn: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, drawn)
  await rename(draft, file)
  const names = await readdir(folder)
  if (names.length <= MAX_FILES) return
  const aged = await Promise.all(
    // Another process removed it meanwhile.
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 }))
  )
  const oldest = aged.sort((a, b) => a.at - b.at).slice(0, names.length - MAX_FILES)
  // Another process removed it meanwhile.
  await Promise.all(oldest.map(({ name }) => unlink(join(folder, name)).catch(() => undefined)))
}
