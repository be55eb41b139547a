import sharp from 'sharp'
import type { SupplierKind } from '#domain/enums.ts'
import { lettering } from './lettering.ts'
import { hsl, SIDE } from './shapes.ts'

/** What the scene of a supplier is drawn from. */
export interface CoverFacts {
  kind: SupplierKind
  hue: number
  initial: string
  /** Names of composed pictures, the main one first. */
  pictures: readonly string[]
}

export const COVER_WIDTH = 768
const COVER_HEIGHT = COVER_WIDTH / 2

/** Where a thing stands: the middle of its foot, and the square that it fits into. */
interface Place {
  x: number
  foot: number
  side: number
}
/** Things on a table, those at the back first; the main one stands in front. */
const ON_TABLE: readonly Place[] = [
  { x: 384, foot: 352, side: 246 },
  { x: 170, foot: 312, side: 200 },
  { x: 598, foot: 312, side: 200 }
]
const SHELF = 330
const ON_SHELF: readonly Place[] = [
  { x: 292, foot: SHELF, side: 206 },
  { x: 476, foot: SHELF, side: 206 },
  { x: 124, foot: SHELF, side: 184 },
  { x: 644, foot: SHELF, side: 184 }
]
/** Two things side by side. */
const PAIR: readonly Place[] = [
  { x: 252, foot: 340, side: 220 },
  { x: 516, foot: 340, side: 220 }
]
const isTable = (kind: SupplierKind): boolean => kind === 'restaurant' || kind === 'service' || kind === 'giftCard'
/** How many things a supplier of a kind shows. */
export const placesOf = (kind: SupplierKind): number => (isTable(kind) ? ON_TABLE : ON_SHELF).length

/** The ground is half see-through, over the tints of both themes. */
const ground = ({ kind, hue }: CoverFacts): string => {
  const [light, main, dark] = [hsl(hue, 46, 66), hsl(hue, 46, 52), hsl(hue, 50, 36)]
  const fill = `<linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${main}"/></linearGradient>`
  const surface = isTable(kind)
    ? `<path d="M0 236Q384 196 768 236V384H0Z" fill="url(#g)" fill-opacity=".55"/><path d="M0 236Q384 196 768 236v5Q384 201 0 241Z" fill="#fff" fill-opacity=".35"/>`
    : `<rect y="${SHELF - 6}" width="768" height="22" fill="url(#g)" fill-opacity=".9"/><rect y="${SHELF + 16}" width="768" height="12" fill="${dark}" fill-opacity=".75"/><rect y="${SHELF + 28}" width="768" height="28" fill="${dark}" fill-opacity=".14"/>`
  return `<defs>${fill}</defs>${surface}`
}

const shadow = ({ x, foot, side }: Place): string =>
  `<ellipse cx="${x + 8}" cy="${foot - 3}" rx="${side * 0.44}" ry="${side * 0.07}" fill="#17181c" fill-opacity=".38" filter="url(#s)"/>`

const sign = ({ hue, initial }: CoverFacts): string => {
  const [light, dark] = [hsl(hue, 58, 42), hsl(hue, 62, 28)]
  return `<defs><linearGradient id="p" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs><path d="M364 0V30M404 0V30" stroke="${dark}" stroke-width="4"/><rect x="344" y="22" width="80" height="66" rx="20" fill="url(#p)"/>${lettering(initial, { x: 384, y: 55, width: 44, height: 34 }, '#fff')}`
}

const document = (inner: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" width="${COVER_WIDTH}" height="${COVER_HEIGHT}"><defs><filter id="s" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="9"/></filter></defs>${inner}</svg>`
  )

/** Draws the scene of a supplier: dishes on a table, or goods on a shelf, in its colour, under a sign. Returns its PNG. */
export const drawCover = async (facts: CoverFacts, draw: (name: string) => Promise<Buffer>): Promise<Buffer> => {
  const all = isTable(facts.kind) ? (facts.pictures.length === 2 ? PAIR : ON_TABLE) : ON_SHELF
  const places = all.slice(0, facts.pictures.length)
  const things = await Promise.all(
    places.map(async ({ x, foot, side }, index) => {
      const pixels = await draw(facts.pictures[index] ?? '')
      const bare = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
        .trim()
        .png()
        .toBuffer()
      const { data, info } = await sharp(bare).resize(side, side, { fit: 'inside' }).png().toBuffer({ resolveWithObject: true })
      return { input: data, left: Math.round(x - info.width / 2), top: foot - info.height, width: info.width, x, foot }
    })
  )
  const shadows = things.map(({ x, foot, width }) => shadow({ x, foot, side: width })).join('')
  const scene = sharp(document(ground(facts) + sign(facts) + shadows))
  // The main thing is drawn last, in front of the others.
  return scene
    .composite(things.reverse().map(({ input, left, top }) => ({ input, left, top })))
    .png()
    .toBuffer()
}
