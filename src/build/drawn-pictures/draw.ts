import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { PartName } from '#domain/product-pictures/parts.ts'
import { dishArt, type Layout } from './dish-art.ts'
import { packArt, type Label } from './pack-art.ts'
import { PART_ART } from './part-art.ts'
import { PART_EMOJI } from './part-emoji.ts'
import { SIDE } from './shapes.ts'
import { thingArt } from './thing-art.ts'

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** Pixels of red, green, blue and opacity, four bytes each. */
interface Layer {
  pixels: Buffer
  side: number
}
interface Spot {
  x: number
  y: number
  side: number
}

/** Where one, two or three parts lie. */
const SPOTS: Record<Exclude<Layout, 'strewn'>, readonly (readonly Spot[])[]> = {
  front: [
    [{ x: 4, y: 146, side: 110 }],
    [
      { x: 2, y: 160, side: 94 },
      { x: 90, y: 162, side: 92 }
    ],
    [
      { x: 2, y: 170, side: 86 },
      { x: 84, y: 172, side: 84 },
      { x: 164, y: 172, side: 84 }
    ]
  ],
  plate: [
    [{ x: 66, y: 58, side: 124 }],
    [
      { x: 34, y: 78, side: 102 },
      { x: 122, y: 84, side: 102 }
    ],
    [
      { x: 80, y: 34, side: 96 },
      { x: 32, y: 92, side: 92 },
      { x: 130, y: 94, side: 92 }
    ]
  ],
  bowl: [
    [{ x: 74, y: 26, side: 108 }],
    [
      { x: 34, y: 34, side: 96 },
      { x: 126, y: 34, side: 96 }
    ],
    [
      { x: 82, y: 8, side: 92 },
      { x: 24, y: 40, side: 86 },
      { x: 146, y: 40, side: 86 }
    ]
  ],
  floating: [
    [{ x: 92, y: 78, side: 74 }],
    [
      { x: 52, y: 80, side: 68 },
      { x: 136, y: 80, side: 68 }
    ],
    [
      { x: 96, y: 66, side: 62 },
      { x: 38, y: 84, side: 62 },
      { x: 156, y: 84, side: 62 }
    ]
  ],
  window: [[{ x: 80, y: 118, side: 96 }]],
  label: [[{ x: 92, y: 126, side: 100 }]],
  inside: [[{ x: 66, y: 56, side: 124 }]],
  ticket: [[{ x: 53, y: 82, side: 104 }]]
}
/** Toppings of a pizza, a part after the other. */
const STREWN: readonly Spot[] = [
  [102, 44],
  [50, 86],
  [150, 84],
  [98, 108],
  [56, 146],
  [148, 148],
  [104, 168]
].map(([x = 0, y = 0]) => ({ x, y, side: 56 }))

const pixelsOf = async (source: Sharp, side: number): Promise<Layer> => ({
  pixels: await source.resize(side, side, { fit: 'contain', background: '#0000' }).ensureAlpha().raw().toBuffer(),
  side
})
const emojiFile = (name: string): string | undefined =>
  [name, `${name}-fe0f`, name.replace('-', '-fe0f-')].map((one) => join(ASSETS, `${one}.webp`)).find(existsSync)

const artOf = (art: string): Sharp => {
  if (art.startsWith('<svg')) return sharp(Buffer.from(art))
  const file = emojiFile(art)
  if (!file) throw new Error(`there is no emoji ${art}`)
  return sharp(file)
}

const partSource = (part: string): Sharp => {
  const drawn = PART_ART[part]
  if (drawn) return artOf(drawn)
  const emoji = PART_EMOJI[part as PartName]
  if (!emoji) return artOf(part.replace(/^u/, ''))
  const { sign, hue = 0, saturation = 1, brightness = 1 } = emoji
  const source = artOf(sign)
  return hue === 0 && saturation === 1 && brightness === 1 ? source : source.modulate({ hue, saturation, brightness })
}

/** Lays a picture over another at a point, with a soft edge of shadow below it. */
const lay = (under: Layer, over: Layer, left: number, top: number): void => {
  for (let row = 0; row < over.side; row += 1) {
    const y = top + row
    if (y < 0 || y >= under.side) continue
    for (let column = 0; column < over.side; column += 1) {
      const x = left + column
      if (x < 0 || x >= under.side) continue
      const from = (row * over.side + column) * 4
      const alpha = (over.pixels[from + 3] ?? 0) / 255
      if (alpha === 0) continue
      const to = (y * under.side + x) * 4
      const below = ((under.pixels[to + 3] ?? 0) / 255) * (1 - alpha)
      const total = alpha + below
      for (let channel = 0; channel < 3; channel += 1)
        under.pixels[to + channel] = ((over.pixels[from + channel] ?? 0) * alpha + (under.pixels[to + channel] ?? 0) * below) / total
      under.pixels[to + 3] = total * 255
    }
  }
}

/** Draws pictures by name; layers that many of them share are made once. */
export const createDrawer = (labels: ReadonlyMap<string, Label>) => {
  const cache = new Map<string, Promise<Layer>>()
  const layer = (key: string, source: () => Sharp, side: number): Promise<Layer> => {
    const known = cache.get(`${side}/${key}`)
    if (known) return known
    const made = pixelsOf(source(), side)
    cache.set(`${side}/${key}`, made)
    return made
  }
  const partLayer = (part: string, side: number): Promise<Layer> => layer(`part/${part}`, () => partSource(part), side)

  /** The pixels of a picture: SIDE by SIDE. */
  return async (picture: string): Promise<Buffer> => {
    const [drawn = '', brand] = picture.split('~')
    const [base = '', ...named] = drawn.split('.')
    if (base === 'plain') return (await partLayer(named[0] ?? '', SIDE)).pixels
    const label = brand === undefined ? null : (labels.get(brand) ?? null)
    const art = packArt(base, label) ?? thingArt(base) ?? dishArt(base)
    if (!art) throw new Error(`there is no base ${base}`)
    const parts = [...('always' in art && art.always ? [art.always] : []), ...named].slice(0, 3)
    const canvas: Layer = { pixels: Buffer.alloc(SIDE * SIDE * 4), side: SIDE }
    const isBeside = art.layout === 'front' && parts.length > 0
    const side = isBeside ? (parts.length === 1 ? 224 : 204) : SIDE
    // Cards have a button in the lower right corner.
    const shift = isBeside ? (parts.length === 1 ? 32 : 40) : 0
    const key = brand === undefined ? base : `${base}~${brand}`
    lay(canvas, await layer(`back/${key}`, () => artOf(art.back), side), shift, 0)
    const window = 'window' in art ? art.window : undefined
    if (window && parts.length > 0) lay(canvas, await layer(`window/${base}`, () => artOf(window), SIDE), 0, 0)
    if (art.layout === 'strewn') {
      for (const [index, spot] of parts.length > 0 ? STREWN.entries() : []) {
        const part = parts[index % parts.length] ?? ''
        lay(canvas, await partLayer(part, spot.side), spot.x, spot.y)
      }
    } else {
      const spots = SPOTS[art.layout][parts.length - 1] ?? SPOTS[art.layout][0] ?? []
      for (const [index, spot] of parts.length > 0 ? spots.entries() : [])
        lay(canvas, await partLayer(parts[index] ?? '', spot.side), spot.x, spot.y)
    }
    const front = art.front
    if (front) lay(canvas, await layer(`front/${key}`, () => artOf(front), side), 0, 0)
    return canvas.pixels
  }
}
