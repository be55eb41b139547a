import type { Layout } from './dish-art.ts'
import { lettering } from './lettering.ts'
import { across, down, GLASS, hsl, round, shadesOf, STEEL, svg, WHITE, type Shades } from './shapes.ts'

/** The label of a pack: a brand's name, and its hue. */
export interface Label {
  name: string
  hue: number
}
interface PackShape {
  draw: (brand: Shades, hue: number) => string
  /** Where the name stands; null where nothing is written. */
  name: { x: number; y: number; width: number; height: number; turn?: number; ink?: 'white' | 'brand' } | null
  layout?: Layout
  /** Drawn below the parts, when there are some. */
  window?: string
  front?: (brand: Shades) => string
}

const band = (x: number, y: number, width: number, height: number, fill = 'url(#k)'): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
const gloss = (d: string, width = 8): string =>
  `<path d="${d}" stroke="#fff" stroke-width="${width}" opacity=".55" fill="none" stroke-linecap="round"/>`

const wine = (bottle: Shades, label = '#fbf6ea'): PackShape => ({
  draw: (brand) =>
    `<defs>${across('g', bottle)}${across('k', brand)}</defs><path d="M108 10h40v62c0 22 30 26 30 62v98q0 14-14 14H92q-14 0-14-14v-98c0-36 30-40 30-62z" fill="url(#g)"/>${band(106, 6, 44, 50)}${band(78, 142, 100, 76, label)}${band(78, 142, 100, 8)}${band(78, 210, 100, 8)}${gloss('M94 128v104', 6)}`,
  name: { x: 128, y: 180, width: 88, height: 26, ink: 'brand' }
})
const spirit = (liquid: Shades): PackShape => ({
  draw: (brand) =>
    `<defs>${across('g', liquid)}${across('k', brand)}</defs><path d="M110 40h36v34q44 10 44 46v104q0 20-20 20H86q-20 0-20-20V120q0-36 44-46z" fill="url(#g)" stroke="#b9cbd6" stroke-width="3"/>${band(106, 8, 44, 38)}${band(66, 136, 124, 74, '#fdf9ef')}${band(66, 136, 124, 9)}${gloss('M84 112v120')}`,
  name: { x: 128, y: 177, width: 104, height: 28, ink: 'brand' }
})
const bottleOf = (body: Shades, cap?: Shades): PackShape => ({
  draw: (brand) =>
    `<defs>${across('g', body)}${across('k', brand)}${across('c', cap ?? brand)}</defs><path d="M104 34h48v26c0 20 36 28 36 66v98q0 22-22 22H90q-22 0-22-22v-98c0-38 36-46 36-66z" fill="url(#g)" stroke="#b7cddb" stroke-width="3"/><rect x="100" y="8" width="56" height="32" rx="7" fill="url(#c)"/>${band(67, 124, 122, 72)}${gloss('M84 112v116')}`,
  name: { x: 128, y: 160, width: 106, height: 30 }
})

const BAG: PackShape = {
  draw: (brand) =>
    `<defs>${across('k', brand)}</defs><path d="M46 22h164l-8 26q14 86 0 172l8 24H46l8-24q-14-86 0-172z" fill="url(#k)"/><path d="M46 22h164l-4 14H50zM50 230h156l4 14H46z" fill="${brand.dark}"/>${gloss('M66 58q-6 70 0 150')}`,
  name: { x: 128, y: 78, width: 134, height: 34 },
  window: '<ellipse cx="128" cy="166" rx="60" ry="58" fill="#fffdf8"/>',
  layout: 'window'
}
const SHAPES: Record<string, PackShape> = {
  carton: {
    draw: (brand) =>
      `<defs>${across('w', WHITE)}${across('k', brand)}</defs><path d="M62 84l26-48h80l26 48v148q0 12-12 12H74q-12 0-12-12z" fill="url(#w)"/><rect x="86" y="12" width="84" height="28" rx="5" fill="url(#k)"/><path d="M62 84l26-48h80l26 48z" fill="${brand.light}"/><path d="M88 36l40 48 40-48" stroke="${brand.dark}" stroke-width="4" fill="none" opacity=".5"/>${band(62, 100, 132, 66)}<path d="M62 216q34-26 66 0t66 0v16q0 12-12 12H74q-12 0-12-12z" fill="${brand.main}"/>`,
    name: { x: 128, y: 133, width: 112, height: 32 }
  },
  bottle: bottleOf({ light: '#fff8ec', main: '#f3e6cf', dark: '#d7c19b' }),
  oil: bottleOf({ light: '#ffe9a0', main: '#f2c53d', dark: '#c8931a' }),
  water: bottleOf({ light: '#f0fbff', main: '#c3e6f7', dark: '#8fc3df' }),
  can: {
    draw: (brand) =>
      `<defs>${across('k', brand)}${across('m', STEEL)}</defs><path d="M76 24h104l12 22v168l-12 26H76l-12-26V46z" fill="url(#m)"/>${band(64, 48, 128, 164)}<ellipse cx="128" cy="26" rx="54" ry="11" fill="#e8ecf1" stroke="#98a1b0" stroke-width="3"/>${gloss('M84 62v136')}`,
    name: { x: 128, y: 112, width: 110, height: 36 }
  },
  'wine-red': wine(shadesOf(340, 40, 20)),
  'wine-white': wine({ light: '#e6ecb0', main: '#bccb72', dark: '#8a9a45' }),
  'wine-rose': wine({ light: '#ffd9d3', main: '#f4a79f', dark: '#d67d76' }),
  sparkling: wine(shadesOf(140, 34, 24)),
  beer: wine(shadesOf(28, 70, 30), '#fdf3dc'),
  'spirit-clear': spirit({ light: '#ffffff', main: '#e4f0f6', dark: '#b9d2df' }),
  'spirit-amber': spirit({ light: '#f3b562', main: '#c97a26', dark: '#8a4a10' }),
  'spirit-red': spirit({ light: '#e0637a', main: '#a8263f', dark: '#6c1226' }),
  jar: {
    draw: (brand) =>
      `<defs>${across('g', GLASS)}${across('k', brand)}</defs><path d="M66 62h124q22 10 22 36v112q0 34-34 34H78q-34 0-34-34V98q0-26 22-36z" fill="url(#g)"/><path d="M56 92q72 14 144 0v116q0 24-24 24H80q-24 0-24-24z" fill="${hsl(34, 60, 84)}"/><rect x="56" y="18" width="144" height="46" rx="12" fill="url(#k)"/>${band(44, 112, 168, 62)}${gloss('M62 96v120')}`,
    name: { x: 128, y: 143, width: 146, height: 32 }
  },
  tin: {
    draw: (brand) =>
      `<defs>${across('k', brand)}${across('m', STEEL)}</defs><path d="M36 56v144q92 56 184 0V56z" fill="url(#m)"/><path d="M36 76v104q92 52 184 0V76q-92 46-184 0z" fill="url(#k)"/><ellipse cx="128" cy="56" rx="92" ry="30" fill="#e6eaf0" stroke="#98a1b0" stroke-width="4"/><ellipse cx="128" cy="56" rx="70" ry="20" fill="#d2d8e1"/>`,
    name: { x: 128, y: 144, width: 150, height: 36 }
  },
  bag: BAG,
  box: {
    draw: (brand) =>
      `<defs>${down('w', WHITE)}${down('k', brand)}</defs><path d="M30 60l40-30h156v160l-28 40H30z" fill="${brand.dark}"/><path d="M30 60l40-30h156l-28 30z" fill="${brand.light}"/><rect x="30" y="60" width="168" height="170" fill="url(#w)"/>${band(30, 60, 168, 66)}<path d="M30 206h168v24H30z" fill="${brand.main}"/><path d="M48 146h96M48 164h132M48 182h70" stroke="#cfd4dd" stroke-width="7" stroke-linecap="round"/>`,
    name: { x: 114, y: 93, width: 144, height: 34 },
    layout: 'label'
  },
  blister: {
    draw: (brand) =>
      `<defs>${down('w', WHITE)}${down('k', brand)}${down('m', STEEL)}${round('t', WHITE)}</defs><g transform="rotate(-7 128 128)"><rect x="26" y="26" width="204" height="112" rx="8" fill="url(#w)"/>${band(26, 26, 204, 54)}<path d="M26 124h204v14H26z" fill="${brand.main}"/></g><g transform="rotate(6 128 190)"><rect x="40" y="150" width="186" height="88" rx="12" fill="url(#m)"/>${[0, 1, 2, 3, 4].map((at) => `<circle cx="${66 + at * 33}" cy="174" r="13" fill="url(#t)"/><circle cx="${66 + at * 33}" cy="213" r="13" fill="url(#t)"/>`).join('')}</g>`,
    name: { x: 122, y: 55, width: 176, height: 32, turn: -7 }
  },
  tube: {
    draw: (brand) =>
      `<defs>${across('w', WHITE)}${across('k', brand)}</defs><path d="M60 12h136l-16 180H76z" fill="url(#w)"/><path d="M60 12h136l-2 20H62z" fill="#c3c8d3"/><path d="M65 70h126l-7 76H72z" fill="url(#k)"/><rect x="86" y="192" width="84" height="50" rx="8" fill="url(#k)"/>`,
    name: { x: 128, y: 108, width: 104, height: 30 }
  },
  pump: {
    draw: (brand) =>
      `<defs>${across('w', WHITE)}${across('k', brand)}</defs><path d="M84 24h64q26 0 26 20h-20q0-6-12-6h-6v34h-20V38H84z" fill="url(#k)"/><rect x="104" y="66" width="48" height="20" fill="${brand.dark}"/><path d="M80 86h96q22 4 22 30v104q0 24-24 24H82q-24 0-24-24V116q0-26 22-30z" fill="url(#w)"/>${band(58, 120, 140, 70)}${gloss('M76 112v116')}`,
    name: { x: 128, y: 155, width: 122, height: 32 }
  },
  flask: {
    draw: (brand) =>
      `<defs>${across('k', brand)}</defs><rect x="98" y="10" width="60" height="44" rx="8" fill="#f4f5f8" stroke="#c3c8d3" stroke-width="3"/><path d="M84 54h88q26 10 26 46v116q0 30-30 30H88q-30 0-30-30V100q0-36 26-46z" fill="url(#k)"/><rect x="72" y="106" width="112" height="92" rx="14" fill="#fffdf8" opacity=".95"/>${gloss('M70 96v126', 6)}`,
    name: { x: 128, y: 130, width: 98, height: 26, ink: 'brand' }
  },
  spray: {
    draw: (brand) =>
      `<defs>${across('k', brand)}${across('w', WHITE)}</defs><path d="M76 14h76q24 0 30 26h-30l-2 24h-36l-6-26H76z" fill="url(#w)"/><path d="M112 38l-24 26h-12l14-26z" fill="#c3c8d3"/><path d="M104 62h48q6 30 28 44 12 10 12 28v86q0 24-24 24H88q-24 0-24-24v-86q0-18 12-28 22-14 28-44z" fill="url(#k)"/><rect x="76" y="132" width="104" height="84" rx="14" fill="#fffdf8" opacity=".95"/>`,
    name: { x: 128, y: 156, width: 92, height: 26, ink: 'brand' }
  },
  vial: {
    draw: (brand) =>
      `<defs>${across('g', shadesOf(28, 64, 34))}${across('k', brand)}</defs><rect x="92" y="14" width="72" height="60" rx="10" fill="#f4f5f8" stroke="#c3c8d3" stroke-width="3"/><path d="M100 74h56q36 8 36 44v98q0 28-28 28H92q-28 0-28-28v-98q0-36 36-44z" fill="url(#g)"/>${band(64, 128, 128, 86, '#fffdf8')}${band(64, 128, 128, 40)}${gloss('M80 112v120', 6)}`,
    name: { x: 128, y: 148, width: 112, height: 26 }
  },
  tray: {
    draw: () =>
      `<defs>${down('w', { light: '#667080', main: '#4a5362', dark: '#333b48' })}</defs><rect x="8" y="44" width="240" height="176" rx="30" fill="#262c36"/><rect x="8" y="38" width="240" height="174" rx="30" fill="url(#w)"/><rect x="26" y="56" width="204" height="138" rx="18" fill="#2b313c"/>`,
    front: (brand) =>
      `<defs>${down('k', brand)}</defs><path d="M44 56h62L54 194H44q-18 0-18-18V74q0-18 18-18zM132 56h22l-52 138H80z" fill="#fff" opacity=".13"/><rect x="26" y="158" width="204" height="46" rx="9" fill="url(#k)"/>`,
    name: { x: 128, y: 181, width: 176, height: 28 },
    layout: 'inside'
  },
  cup: {
    draw: (brand) =>
      `<defs>${across('w', WHITE)}${across('k', brand)}</defs><path d="M38 62h180l-22 166q-2 14-16 14H76q-14 0-16-14z" fill="url(#w)"/><path d="M44 108h168l-9 70H53z" fill="url(#k)"/><rect x="28" y="40" width="200" height="30" rx="14" fill="${brand.light}" stroke="${brand.main}" stroke-width="4"/>`,
    name: { x: 128, y: 143, width: 140, height: 36 }
  },
  wedge: {
    draw: (brand) =>
      `<defs>${down('c', { light: '#ffe79a', main: '#fbcf57', dark: '#e2a92c' })}${down('k', brand)}</defs><path d="M14 128L206 52q34 22 36 66L14 138z" fill="#ffeaa8"/><path d="M14 134l228-16v86q0 12-12 13l-204 17q-12 0-12-12z" fill="url(#c)"/><g fill="#dda32b"><circle cx="60" cy="196" r="14"/><circle cx="206" cy="150" r="15"/><circle cx="186" cy="196" r="9"/><ellipse cx="150" cy="92" rx="22" ry="9"/></g><path d="M88 122l92-7v86l-92 8z" fill="url(#k)"/>`,
    name: { x: 134, y: 162, width: 82, height: 30, turn: -4 }
  },
  roll: {
    draw: (brand) =>
      `<defs>${across('k', brand)}${across('w', WHITE)}</defs><path d="M30 54h62v160H30zM164 54h62v160h-62zM98 34h62v160H98z" fill="url(#w)"/><g fill="#fff" stroke="#c3c8d3" stroke-width="4"><ellipse cx="61" cy="54" rx="31" ry="14"/><ellipse cx="195" cy="54" rx="31" ry="14"/><ellipse cx="129" cy="34" rx="31" ry="14"/></g><g fill="#b38a5d"><ellipse cx="61" cy="54" rx="11" ry="5"/><ellipse cx="195" cy="54" rx="11" ry="5"/><ellipse cx="129" cy="34" rx="11" ry="5"/></g><path d="M22 104h212v120q0 18-18 18H40q-18 0-18-18z" fill="url(#k)" opacity=".94"/>`,
    name: { x: 128, y: 168, width: 184, height: 46 }
  },
  bar: {
    draw: (brand) =>
      `<defs>${down('k', brand)}</defs><g transform="rotate(-16 128 128)"><path d="M14 78l12-10 10 10 10-10 10 10 10-10h124l10 10 10-10 10 10 10-10 12 10v100l-12 10-10-10-10 10-10-10-10 10H66l-10-10-10 10-10-10-10 10-12-10z" fill="url(#k)"/><path d="M64 76h128v16H64z" fill="#fff" opacity=".28"/></g>`,
    name: { x: 128, y: 128, width: 150, height: 44, turn: -16 }
  },
  book: {
    draw: (brand) =>
      `<defs>${across('k', brand)}</defs><path d="M48 20h146q16 0 16 16v190q0 14-14 14H62q-22 0-22-22V30q0-10 8-10z" fill="${brand.dark}"/><path d="M62 214h144v20H62q-12 0-12-10t12-10z" fill="#fff7e6"/><path d="M50 16h146q14 0 14 14v184H62q-12 0-22 8V28q0-12 10-12z" fill="url(#k)"/><path d="M64 16v200" stroke="${brand.dark}" stroke-width="6" opacity=".6"/><rect x="80" y="40" width="114" height="6" fill="#fff" opacity=".7"/><rect x="80" y="52" width="114" height="3" fill="#fff" opacity=".5"/>`,
    name: { x: 137, y: 198, width: 104, height: 18 },
    layout: 'inside'
  },
  giftcard: {
    draw: (brand) =>
      `<defs>${down('k', brand)}${down('r', shadesOf(46, 90, 56))}</defs><rect x="10" y="50" width="236" height="158" rx="20" fill="url(#k)"/><path d="M10 100h236v24H10z" fill="#fff" opacity=".2"/><rect x="58" y="50" width="26" height="158" fill="url(#r)"/><path d="M71 60c-44-44-62 6 0 6 62 0 44-50 0-6z" fill="#f3c23a" stroke="#c68f12" stroke-width="4"/>`,
    name: { x: 168, y: 182, width: 130, height: 26 }
  },
  ticket: {
    draw: (brand) =>
      `<defs>${down('k', brand)}</defs><g transform="rotate(-8 128 128)"><path d="M26 50h204q18 0 18 18v34a26 26 0 0 0 0 52v34q0 18-18 18H26q-18 0-18-18v-34a26 26 0 0 0 0-52V68q0-18 18-18z" fill="url(#k)"/><path d="M44 68h122v120H44z" fill="#fff7e6" opacity=".92"/><path d="M190 62v132" stroke="#fff" stroke-width="5" stroke-dasharray="4 10" stroke-linecap="round"/><path d="M208 96v64M220 96v64" stroke="#fff" stroke-width="6" opacity=".75"/></g>`,
    name: null,
    layout: 'ticket'
  }
}

export interface PackArt {
  back: string
  window?: string
  front?: string
  layout: Layout
}
const OWN_HUES: Record<string, number> = {
  water: 205,
  oil: 44,
  carton: 215,
  'wine-red': 345,
  beer: 36,
  tray: 130,
  jar: 28,
  bag: 32,
  box: 205,
  blister: 190,
  wedge: 44,
  cup: 210,
  book: 220,
  giftcard: 345,
  ticket: 262,
  bar: 18,
  tube: 175,
  flask: 180,
  pump: 170,
  spray: 200,
  vial: 165,
  tin: 8
}

const namedOn = (name: PackShape['name'], label: Label | null, hue: number): string => {
  if (!name || !label) return ''
  const path = lettering(label.name, name, name.ink === 'brand' ? hsl(hue, 62, 30) : '#ffffff')
  return name.turn ? `<g transform="rotate(${name.turn} ${name.x} ${name.y})">${path}</g>` : path
}

/** The art of a pack in a brand's colour, or in its own; null when there is none of this name. */
export const packArt = (base: string, label: Label | null): PackArt | null => {
  const shape = SHAPES[base]
  if (!shape) return null
  const hue = label?.hue ?? OWN_HUES[base] ?? 200
  const brand = shadesOf(hue, label ? 60 : 42, 42)
  const lettered = namedOn(shape.name, label, hue)
  const front = shape.front && label ? { front: svg(shape.front(brand) + lettered) } : {}
  return {
    back: svg(shape.draw(brand, hue) + (shape.front ? '' : lettered)),
    ...front,
    ...(shape.window ? { window: svg(shape.window) } : {}),
    layout: shape.layout ?? 'front'
  }
}
