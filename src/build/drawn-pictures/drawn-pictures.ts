import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PICTURE_NAME } from '#domain/pictures.ts'
import { readDemoMarket } from './demo-market.ts'
import { createDrawer } from './draw.ts'
import { encode } from './encode.ts'
import { COVER_WIDTHS, SIDE, WIDTHS } from './shapes.ts'
import type { Drawn } from './worker.ts'

const MARKET = 'content/market'
const CACHE = 'node_modules/.cache/pictures/drawn'

/** Starts drawing the composed pictures and covers beside the build, on a core of its own. Copies them to a folder when they are ready, and tells the covers: `owner:name` of each. */
export const startDrawing = (root: string): { copyTo: (target: string) => Promise<string> } => {
  const folder = join(root, CACHE)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { market: join(root, MARKET), folder } })
  const drawn = new Promise<Drawn>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the drawing of pictures ended early with code ${code}`)))
  })
  // The failure reaches copyTo.
  drawn.catch(() => undefined)
  return {
    copyTo: async (target) => {
      for (const width of WIDTHS) await mkdir(folderOf(target, width), { recursive: true })
      const { pictures, covers } = await drawn
      for (const [name, key] of pictures)
        await Promise.all(
          WIDTHS.map((width) => copyFile(join(folder, `${key}-${width}.webp`), join(folderOf(target, width), `${name}.webp`)))
        )
      for (const width of COVER_WIDTHS) {
        await mkdir(join(target, 'covers', String(width)), { recursive: true })
        for (const key of covers.values())
          await copyFile(join(folder, `${key}-${width}.webp`), join(target, 'covers', String(width), `${key}.webp`))
      }
      return Array.from(covers, ([owner, key]) => `${owner}:${key}`).join(' ')
    }
  }
}
const folderOf = (target: string, width: number): string => (width === SIDE ? target : join(target, String(width)))

/** Draws single pictures in development. Resolves with null for what is no picture's name. */
export const createDevelopmentPictures = (root: string): ((name: string) => Promise<Buffer | null>) => {
  let draw: ReturnType<typeof createDrawer> | null = null
  return async (name) => {
    if (!PICTURE_NAME.test(name)) return null
    draw ??= createDrawer(readDemoMarket(join(root, MARKET)).labels)
    // An unknown base or part is a missing file.
    const pixels = await draw(name).catch(() => null)
    return pixels && encode(pixels, SIDE)
  }
}
