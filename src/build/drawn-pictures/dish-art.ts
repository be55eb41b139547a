import { across, down, GLASS, round, shadesOf, svg, WHITE, type Shades } from './shapes.ts'

/** Colours of what is in a bowl, a glass or a dish of sauce. */
export const FOOD: Record<string, Shades> = {
  red: shadesOf(356, 72, 46),
  pink: shadesOf(345, 70, 70),
  orange: shadesOf(30, 88, 54),
  yellow: shadesOf(50, 86, 62),
  green: shadesOf(100, 44, 46),
  white: { light: '#ffffff', main: '#f7f1e3', dark: '#dccfb6' },
  beige: { light: '#f1dcb4', main: '#dfc08a', dark: '#b8935a' },
  brown: shadesOf(22, 58, 28),
  gold: shadesOf(42, 76, 56),
  tea: shadesOf(32, 86, 48),
  coffee: shadesOf(26, 48, 46),
  cheese: shadesOf(46, 88, 66)
}
const food = (colour: string): Shades => FOOD[colour] ?? shadesOf(42, 76, 56)

const plate = svg(
  `<defs>${round('p', WHITE)}${round('i', { light: '#e4e8ef', main: '#f6f8fb', dark: '#ffffff' })}</defs><ellipse cx="128" cy="156" rx="122" ry="86" fill="#a4abb9"/><ellipse cx="128" cy="146" rx="122" ry="86" fill="url(#p)"/><ellipse cx="128" cy="146" rx="88" ry="59" fill="url(#i)" stroke="#d3d8e1" stroke-width="3"/>`
)
const pizza = svg(
  `<defs>${round('c', { light: '#f0bd75', main: '#dd9a4c', dark: '#b06b25' })}${round('s', { light: '#ffe08a', main: '#fbc84f', dark: '#e8a233' })}</defs><circle cx="128" cy="134" r="120" fill="#9c5a1d"/><circle cx="128" cy="128" r="120" fill="url(#c)"/><circle cx="128" cy="128" r="99" fill="#d9432b"/><circle cx="128" cy="128" r="93" fill="url(#s)"/><path d="M128 35v186M35 128h186M62 62l132 132M194 62L62 194" stroke="#d88f35" stroke-width="2.5" opacity=".7"/><g fill="#fff3c4" opacity=".75"><circle cx="84" cy="92" r="15"/><circle cx="170" cy="84" r="13"/><circle cx="158" cy="168" r="16"/><circle cx="92" cy="172" r="12"/><circle cx="126" cy="120" r="10"/></g>`
)
const bowlFront = (shades: Shades): string =>
  svg(
    `<defs>${across('b', shades)}</defs><path d="M14 118c0 66 44 112 114 112s114-46 114-112c-30 40-198 40-228 0z" fill="url(#b)"/><path d="M88 228h80v10q-40 10-80 0z" fill="${shades.dark}"/>`
  )
const bowlBack = (shades: Shades, inside: Shades): string =>
  svg(
    `<defs>${across('b', shades)}${round('f', inside)}</defs><ellipse cx="128" cy="118" rx="114" ry="48" fill="url(#b)"/><ellipse cx="128" cy="118" rx="103" ry="40" fill="${shades.dark}"/><ellipse cx="128" cy="122" rx="98" ry="36" fill="url(#f)"/>`
  )
const INDIGO = shadesOf(222, 44, 52)
const CLAY: Shades = { light: '#d98e63', main: '#b3623a', dark: '#7c3d20' }
const potFront = svg(
  `<defs>${across('b', CLAY)}</defs><path d="M18 110c-14 70 34 128 110 128s124-58 110-128c-30 42-190 42-220 0z" fill="url(#b)"/><path d="M22 160q106 46 212 0" stroke="#7c3d20" stroke-width="7" fill="none"/><path d="M14 132q-18 6-10 30 6 14 20 10M242 132q18 6 10 30-6 14-20 10" stroke="#8f4a29" stroke-width="11" fill="none" stroke-linecap="round"/>`
)
const glass = (liquid: Shades): string =>
  svg(
    `<defs>${across('g', GLASS)}${across('l', liquid)}</defs><path d="M58 22h140l-16 204q-54 18-108 0z" fill="url(#g)" opacity=".75"/><path d="M64 70h128l-11 148q-53 16-106 0z" fill="url(#l)"/><ellipse cx="128" cy="70" rx="64" ry="13" fill="${liquid.light}"/><ellipse cx="128" cy="22" rx="70" ry="13" fill="#f7fcff" stroke="#bcd8e6" stroke-width="4"/><path d="M80 88l8 116" stroke="#fff" stroke-width="9" opacity=".6" stroke-linecap="round"/>`
  )
const dip = (sauce: Shades): string =>
  svg(
    `<defs>${across('w', WHITE)}${round('s', sauce)}</defs><path d="M18 112l22 96q88 44 176 0l22-96z" fill="url(#w)"/><ellipse cx="128" cy="112" rx="110" ry="52" fill="#fff" stroke="#cfd5df" stroke-width="4"/><ellipse cx="128" cy="114" rx="95" ry="42" fill="url(#s)"/><path d="M76 112q26-26 56-10t50-6" stroke="${sauce.light}" stroke-width="10" fill="none" stroke-linecap="round" opacity=".8"/>`
  )
const flat = (top: Shades): string =>
  svg(
    `<defs>${round('c', { light: '#f6cf93', main: '#e3ab63', dark: '#b87a36' })}${round('t', top)}</defs><ellipse cx="128" cy="146" rx="122" ry="96" fill="#9f6a2d"/><ellipse cx="128" cy="138" rx="122" ry="96" fill="url(#c)"/><ellipse cx="128" cy="138" rx="98" ry="75" fill="url(#t)"/><g fill="${top.light}" opacity=".7"><circle cx="86" cy="112" r="10"/><circle cx="150" cy="100" r="12"/><circle cx="186" cy="142" r="9"/><circle cx="120" cy="160" r="11"/><circle cx="72" cy="152" r="8"/><circle cx="160" cy="182" r="9"/></g><g fill="${top.dark}" opacity=".6"><circle cx="112" cy="126" r="8"/><circle cx="172" cy="166" r="8"/><circle cx="92" cy="180" r="7"/><circle cx="140" cy="134" r="6"/></g>`
  )
const skewer = (chunks: readonly Shades[]): string => {
  const one = (y: number): string =>
    `<path d="M6 ${y}h244" stroke="#a9adb8" stroke-width="7" stroke-linecap="round"/>${[0, 1, 2, 3, 4].map((at) => `<rect x="${42 + at * 36}" y="${y - 27}" width="34" height="54" rx="13" fill="url(#k${at % chunks.length})"/>`).join('')}`
  return svg(
    `<defs>${chunks.map((shades, index) => down(`k${index}`, shades)).join('')}</defs><g transform="rotate(-22 128 128)">${one(72)}${one(132)}${one(192)}</g>`
  )
}
const GRILLED = shadesOf(20, 56, 38)
const ONION: Shades = { light: '#f6e3ee', main: '#d79abb', dark: '#a35b85' }
const maki = svg(
  `<defs>${across('n', { light: '#4a5a63', main: '#26333b', dark: '#121a1f' })}${round('r', WHITE)}${round('f', { light: '#ffb07a', main: '#fb8455', dark: '#dd5f36' })}</defs>${[
    [84, 66],
    [172, 66],
    [128, 134]
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<path d="M${x - 62} ${y}v56a62 36 0 0 0 124 0v-56z" fill="url(#n)"/><ellipse cx="${x}" cy="${y}" rx="62" ry="36" fill="#26333b"/><ellipse cx="${x}" cy="${y}" rx="54" ry="29" fill="url(#r)"/><ellipse cx="${x}" cy="${y}" rx="24" ry="13" fill="url(#f)"/><circle cx="${x + 13}" cy="${y - 5}" r="9" fill="#7fb24a"/>`
    )
    .join('')}`
)
const adjarian = svg(
  `<defs>${round('c', { light: '#f4c27a', main: '#dc9a48', dark: '#a8651f' })}${round('i', FOOD['cheese'] ?? WHITE)}</defs><path d="M4 134c40-70 76-86 124-86s84 16 124 86c-40 70-76 86-124 86S44 204 4 134z" fill="url(#c)"/><path d="M50 134c24-40 46-54 78-54s54 14 78 54c-24 40-46 54-78 54s-54-14-78-54z" fill="url(#i)"/><path d="M84 132c6-32 78-38 88-2 6 34-26 42-48 38-24 0-42-12-40-36z" fill="#fffdf6"/><circle cx="128" cy="134" r="23" fill="#ffa51f"/><circle cx="120" cy="126" r="7" fill="#ffe3a0"/>`
)
const pakhlava = svg(
  `<defs>${down('t', { light: '#f3c062', main: '#d8912f', dark: '#9a5a14' })}</defs>${[
    [128, 66],
    [74, 146],
    [182, 146]
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<path d="M${x} ${y - 52}l66 52-66 52-66-52z" fill="url(#t)"/><path d="M${x - 66} ${y}l66 52 66-52v26l-66 52-66-52z" fill="#b06a1c"/><path d="M${x - 60} ${y + 12}l60 48 60-48" stroke="#f0c67c" stroke-width="4" fill="none"/><ellipse cx="${x}" cy="${y}" rx="17" ry="12" fill="#8f5a29"/>`
    )
    .join('')}`
)
const churchkhela = svg(
  `<defs>${across('c', shadesOf(8, 48, 34))}</defs>${[78, 128, 178].map((x, index) => `<path d="M${x} 8v30" stroke="#d9c29a" stroke-width="6"/>${[0, 1, 2, 3, 4].map((at) => `<ellipse cx="${x}" cy="${58 + at * 37 + index * 3}" rx="25" ry="25" fill="url(#c)"/>`).join('')}`).join('')}`
)
const eclair = svg(
  `<defs>${down('d', { light: '#f2c683', main: '#d99a4c', dark: '#a8691f' })}${down('c', shadesOf(20, 52, 26))}</defs><g transform="rotate(-16 128 128)"><rect x="10" y="84" width="236" height="98" rx="49" fill="url(#d)"/><path d="M22 118c6-36 40-44 106-44s100 8 106 44c-14 22-30-4-46 10s-34-10-54 2-40-10-58 0-38 10-54-12z" fill="url(#c)"/><path d="M56 92q70-14 140 0" stroke="#8a5a3c" stroke-width="7" fill="none" stroke-linecap="round"/></g>`
)
const swirl = svg(
  `<defs>${round('s', { light: '#f2c683', main: '#d6944a', dark: '#a05f1e' })}</defs><circle cx="128" cy="132" r="112" fill="url(#s)"/><path d="M128 132c0-22 32-20 34 4 2 34-50 42-66 12-18-42 26-82 70-70 56 16 62 96 14 126-54 32-132-2-132-68 2-64 62-100 116-92" stroke="#7b4215" stroke-width="13" fill="none" stroke-linecap="round"/><path d="M60 92q14-30 46-44" stroke="#fff6e4" stroke-width="11" fill="none" stroke-linecap="round" opacity=".8"/>`
)
const simit = svg(
  `<defs>${round('s', { light: '#eab566', main: '#c98436', dark: '#8a4f16' })}</defs><path fill-rule="evenodd" d="M128 14a114 114 0 1 1 0 228 114 114 0 0 1 0-228zm0 70a44 44 0 1 0 0 88 44 44 0 0 0 0-88z" fill="url(#s)"/><g fill="#fbe7b8">${[0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330].map((turn, index) => `<ellipse cx="128" cy="${34 + (index % 3) * 16}" rx="5" ry="9" transform="rotate(${turn} 128 128)"/>`).join('')}</g>`
)
const gata = svg(
  `<defs>${round('g', { light: '#f7cb7c', main: '#dd9a43', dark: '#a8651d' })}</defs><ellipse cx="128" cy="146" rx="118" ry="98" fill="#9a5c1c"/><ellipse cx="128" cy="134" rx="118" ry="98" fill="url(#g)"/><ellipse cx="128" cy="134" rx="98" ry="79" fill="none" stroke="#b06f25" stroke-width="7" stroke-dasharray="10 9"/><path d="M66 92l124 84M96 74l104 72M56 124l104 72M190 92L66 176M160 74L56 146M200 124L96 196" stroke="#a9651c" stroke-width="7" stroke-linecap="round"/><path d="M52 100q24-44 76-48" stroke="#fff0cc" stroke-width="9" fill="none" stroke-linecap="round" opacity=".7"/>`
)
/** Two long thin sheets, folded, with the marks of the tonir. */
const lavash = svg(
  `<defs>${down('a', { light: '#fbeccb', main: '#f2d6a2', dark: '#dcb273' })}${down('b', { light: '#f3d9a8', main: '#e6c084', dark: '#c99a58' })}</defs><g transform="rotate(-14 128 128)"><path d="M10 96q60-16 118-6t118-6l-4 104q-60 14-116 6T14 204z" fill="#b98a4b"/><path d="M10 88q60-16 118-6t118-6l-4 104q-60 14-116 6T14 196z" fill="url(#b)"/><path d="M18 58q58-16 112-6t108-6q8 52 0 104-56 12-108 4T16 160q-8-54 2-102z" fill="url(#a)"/><path d="M128 52q10 52 0 106" stroke="#d9b579" stroke-width="4" fill="none" opacity=".7"/><g fill="#a8662a" opacity=".55"><ellipse cx="54" cy="84" rx="15" ry="9"/><ellipse cx="98" cy="118" rx="12" ry="8"/><ellipse cx="52" cy="134" rx="11" ry="7"/><ellipse cx="162" cy="82" rx="13" ry="8"/><ellipse cx="206" cy="74" rx="9" ry="6"/><ellipse cx="196" cy="116" rx="15" ry="9"/><ellipse cx="154" cy="136" rx="10" ry="7"/><ellipse cx="92" cy="72" rx="7" ry="5"/></g></g>`
)
const mug = svg(
  `<defs>${across('b', shadesOf(40, 90, 52))}${across('g', GLASS)}</defs><path d="M186 96h34q22 0 22 24v56q0 26-26 26h-30v-22h24q10 0 10-10v-46q0-8-8-8h-26z" fill="url(#g)"/><path d="M44 62h146v150q0 24-24 24H68q-24 0-24-24z" fill="url(#b)"/><path d="M72 100v100M116 100v100M160 100v100" stroke="#ffe2a0" stroke-width="10" opacity=".6" stroke-linecap="round"/><g fill="#fffaf0"><circle cx="66" cy="56" r="34"/><circle cx="114" cy="44" r="38"/><circle cx="164" cy="54" r="34"/><rect x="40" y="54" width="152" height="32" rx="14"/></g>`
)

/** Where parts lie: in front of a base, on a plate, strewn over it, in a bowl, or floating in it. */
export type Layout = 'front' | 'plate' | 'strewn' | 'bowl' | 'floating' | 'inside' | 'ticket' | 'window' | 'label'
export interface BaseArt {
  /** An emoji (hexadecimal) or a drawing. */
  back: string
  /** Drawn over the parts. */
  front?: string
  layout: Layout
  /** A part that always lies on it. */
  always?: string
}

const EMOJI: Record<string, string> = {
  burger: '1f354',
  hotdog: '1f32d',
  wrap: '1f32f',
  pita: '1f959',
  sandwich: '1f96a',
  dumpling: '1f95f',
  salad: '1f957',
  noodles: '1f35c',
  wok: '1f961',
  pasta: '1f35d',
  rice: '1f35a',
  curry: '1f35b',
  fries: '1f35f',
  eggs: '1f373',
  pancakes: '1f95e',
  waffle: '1f9c7',
  kyufta: '1f9c6',
  flatbread: '1fad3',
  bread: '1f35e',
  baguette: '1f956',
  croissant: '1f950',
  pie: '1f967',
  nigiri: '1f363',
  sushiset: '1f371',
  tempura: '1f364',
  cheesecake: '1f370',
  cake: '1f370',
  wholecake: '1f382',
  muffin: '1f9c1',
  donut: '1f369',
  cookie: '1f36a',
  icecream: '1f368',
  cone: '1f366',
  pudding: '1f36e',
  mochi: '1f361',
  sweets: '1f36c',
  halva: '1f36f',
  coffee: '2615',
  cocoa: '2615',
  tea: '1f375',
  corn: '1f33d',
  bouquet: '1f490',
  tshirt: '1f455'
}

/** Bases whose colour the picture's name says after a dash. */
const COLOURED: Record<string, (colour: string) => BaseArt> = {
  soup: (colour) => ({ back: bowlBack(WHITE, food(colour || 'gold')), front: bowlFront(WHITE), layout: 'floating' }),
  glass: (colour) => ({ back: glass(food(colour)), layout: 'front' }),
  dip: (colour) => ({ back: dip(food(colour)), layout: 'front' }),
  flat: (colour) => ({ back: flat(food(colour)), layout: 'front' }),
  skewer: (colour) => ({
    back: skewer(
      colour === 'chicken'
        ? [shadesOf(36, 72, 56), ONION, shadesOf(32, 66, 50)]
        : colour === 'vegetable'
          ? [shadesOf(8, 74, 50), shadesOf(100, 46, 42), ONION]
          : [GRILLED, ONION, shadesOf(16, 52, 32)]
    ),
    layout: 'front'
  })
}
const DRAWN: Record<string, BaseArt> = {
  plate: { back: plate, layout: 'plate' },
  fishplate: { back: plate, layout: 'plate', always: 'fish' },
  tolma: { back: plate, layout: 'plate', always: 'tolma' },
  olives: { back: bowlBack(WHITE, food('green')), front: bowlFront(WHITE), layout: 'bowl', always: 'olive' },
  alani: { back: plate, layout: 'plate', always: 'peach' },
  pizza: { back: pizza, layout: 'strewn' },
  bowl: { back: bowlBack(INDIGO, food('white')), front: bowlFront(INDIGO), layout: 'bowl' },
  pot: { back: bowlBack(CLAY, food('tea')), front: potFront, layout: 'bowl' },
  maki: { back: maki, layout: 'front' },
  adjarian: { back: adjarian, layout: 'front' },
  pakhlava: { back: pakhlava, layout: 'front' },
  churchkhela: { back: churchkhela, layout: 'front' },
  eclair: { back: eclair, layout: 'front' },
  swirl: { back: swirl, layout: 'front' },
  bagel: { back: simit, layout: 'front' },
  gata: { back: gata, layout: 'front' },
  lavash: { back: lavash, layout: 'front' },
  mug: { back: mug, layout: 'front' }
}

/** The art of a dish's base, or null when there is none of this name. */
export const dishArt = (base: string): BaseArt | null => {
  const [kind = '', colour = ''] = base.split('-')
  const sign = EMOJI[base]
  return DRAWN[base] ?? (sign ? { back: sign, layout: 'front' } : null) ?? COLOURED[kind]?.(colour) ?? null
}
