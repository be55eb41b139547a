import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Tile } from '../port.ts'

export const TILE_PX = 256

/** A point in pixels from the upper left corner of a tile. */
export interface Spot {
  x: number
  y: number
}
export interface Frame {
  z: number
  /** Projects by Web Mercator. */
  spot: (lat: number, lng: number) => Spot
  /** Converts metres to pixels. */
  px: (metres: number) => number
}

const EQUATOR_METRES = 40_075_017
const ARMENIA_LAT = 40.2

export const frameOf = ({ z, x, y }: Tile): Frame => {
  const world = TILE_PX * 2 ** z
  return {
    z,
    spot: (lat, lng) => ({
      x: ((lng + 180) / 360) * world - x * TILE_PX,
      y: (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * world - y * TILE_PX
    }),
    px: (metres) => (metres * world) / (EQUATOR_METRES * Math.cos((ARMENIA_LAT * Math.PI) / 180))
  }
}

/** Whether a shape touches the tile, extended by `margin` pixels. */
export const isNear = (spots: readonly Spot[], margin: number): boolean => {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [low, high] = [-margin, TILE_PX + margin]
  return Math.max(...xs) >= low && Math.min(...xs) <= high && Math.max(...ys) >= low && Math.min(...ys) <= high
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10
export const at = ({ x, y }: Spot): string => `${round(x)} ${round(y)}`
export const pathOf = (spots: readonly Spot[]): string => `M${spots.map(at).join('L')}`

/** A text element at a point, rotated by `turn` degrees. */
export const label = (text: string, spot: Spot, kind: string, turn = 0): string => {
  const where = turn ? ` transform="rotate(${round(turn)} ${at(spot)})"` : ''
  return `<text class="${kind}" x="${round(spot.x)}" y="${round(spot.y)}"${where}>${escapeHtml(text)}</text>`
}

/** Colours follow the browser's colour scheme, as the page does. */
const STYLE = `
.a{fill:#e9ebee}.b{fill:#f7f7f4;stroke:#b9bdc6;stroke-width:1.5}.w{fill:#bfdcec}
.s,.r{fill:none;stroke:#fff;stroke-linecap:round}.c{fill:none;stroke:#c9ccd3;stroke-linecap:round}
text{font:600 12px "Noto Sans Armenian","Noto Sans",system-ui,sans-serif;fill:#3b3f49;text-anchor:middle;paint-order:stroke;stroke:#f7f7f4;stroke-width:3px;stroke-linejoin:round}
.t{font-size:14px;fill:#17181c}.d{fill:#5c606b}.n{font-size:11px;font-weight:400}.l{font-size:11px;font-weight:400;fill:#a80c2c}
.p{fill:#5c606b}.m{fill:#a80c2c}
@media (prefers-color-scheme:dark){.a{fill:#17181c}.b{fill:#22242a;stroke:#50545f}.w{fill:#1d3a4d}.s,.r{stroke:#4a4e59}.c{stroke:#17181c}
text{fill:#d7d9df;stroke:#22242a}.t{fill:#f2f3f5}.d{fill:#a7acb8}.l{fill:#ff7088}.p{fill:#a7acb8}.m{fill:#ff7088}}`

export const svgOf = (parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_PX}" height="${TILE_PX}" viewBox="0 0 ${TILE_PX} ${TILE_PX}"><style>${STYLE}</style>` +
  `<rect class="a" width="${TILE_PX}" height="${TILE_PX}"/>${parts.join('')}</svg>`
