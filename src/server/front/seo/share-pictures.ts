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
  /** Client folder of the build, with the pictures of products. */
  client: string
  /** URL prefix and folder of pictures of imported markets; previews are stored in its subfolder `share`. */
  stored?: { base: string; folder: string } | undefined
}
interface Subject {
  hue: number
  pictures: readonly string[]
}

/** Part of the key; changed when the drawing changes. */
const DRAWING_VERSION = 'share-1'
const SHOP: Subject = { hue: 15, pictures: [SECTION_PICTURES.restaurant, SECTION_PICTURES.store, SECTION_PICTURES.pharmacy] }
/** Bounds in memory and on disk, about 40 KB each; the oldest files are removed. */
const MAX_CACHED = 100
const MAX_FILES = 3_000
/** Drawing takes 0.1 s of a core: one at a time, and at most this many queued. */
const MAX_WAITING = 16

export class TooBusy extends Error {}

/**
 * Returns a function that gives the link preview of the shop or of a supplier (by id), drawn on first request and cached by content.
 * null: no such supplier. Rejects with TooBusy when the queue is full.
 */
export const createSharePictures = ({ call, client, stored }: SharePicturesOptions) => {
  const cache = new BoundedMap<string, Promise<Buffer>>(MAX_CACHED)
  const folder = stored && join(stored.folder, 'share')
  let lastJob: Promise<unknown> = Promise.resolve()
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
  /** Reads local files only; nothing is fetched. */
  const pictureOf = async (picture: string): Promise<Buffer | null> => {
    const address = pictureUrl(picture)
    const own = stored && address.startsWith(`${stored.base}/`) ? join(stored.folder, address.slice(stored.base.length)) : null
    const path = own ?? (address.startsWith('/pictures/') ? join(client, address) : null)
    // Missing files count as null.
    return path === null || path.includes('..') ? null : readFile(path).catch(() => null)
  }
  const draw = async ({ hue, pictures }: Subject, file: string | null): Promise<Buffer> => {
    // Missing files count as null.
    const known = file && (await readFile(file).catch(() => null))
    if (known) return known
    const photo = pictures.find((picture) => stored && picture.startsWith(`${stored.base}/`))
    const found = (await Promise.all((photo ? [photo] : pictures).map(pictureOf))).filter((one) => one !== null)
    const drawn = await drawSharePicture(hue, found, photo !== undefined)
    if (file && folder) await store(folder, file, drawn)
    return drawn
  }
  const enqueue = (work: () => Promise<Buffer>): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new TooBusy()
    waiting += 1
    const job = lastJob.then(work).finally(() => void (waiting -= 1))
    // The failure reaches this caller; the queue goes on.
    lastJob = job.catch(() => undefined)
    return job
  }

  return async (name: string): Promise<{ content: Buffer; etag: string } | null> => {
    const subject = await subjectOf(name)
    if (!subject) return null
    const key = hash('sha256', JSON.stringify([DRAWING_VERSION, subject.hue, subject.pictures])).slice(0, 32)
    let drawing = cache.get(key)
    if (!drawing) {
      drawing = enqueue(() => draw(subject, folder ? join(folder, `${key}.jpg`) : null))
      cache.set(key, drawing)
      // The failure reaches the callers; the next request draws again.
      drawing.catch(() => cache.delete(key))
    }
    return { content: await drawing, etag: `"${key}"` }
  }
}

/** Writes to a temporary file and renames it, so that other processes never read a partial one; removes the oldest files. */
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
