import { across, down, round, shadesOf, svg, type Shades } from './shapes.ts'

const ball = (shades: Shades, more: string): string =>
  svg(`<defs>${round('b', shades)}</defs><ellipse cx="128" cy="142" rx="96" ry="90" fill="url(#b)"/>${more}`)
const LEAF =
  '<path d="M128 62c6-30 34-42 62-34-6 28-30 42-62 34z" fill="#5fae3d"/><path d="M126 70q0-26-12-40" stroke="#7a5a34" stroke-width="9" fill="none" stroke-linecap="round"/>'

const champignon = svg(
  `<defs>${down('s', { light: '#fffaf2', main: '#f3e7d6', dark: '#d3bfa4' })}${round('c', { light: '#fffaf2', main: '#efe0cb', dark: '#c3a985' })}</defs>` +
    '<path d="M94 140h68l10 78q2 20-22 20h-44q-24 0-22-20z" fill="url(#s)"/><path d="M128 24c66 0 108 44 108 88 0 28-44 38-108 38S20 140 20 112c0-44 42-88 108-88z" fill="url(#c)"/><path d="M30 128q98 30 196 0-14 24-98 24T30 128z" fill="#b08f68"/>'
)
const pumpkin = ball(
  shadesOf(28, 92, 54),
  '<path d="M128 54c-34 30-34 150 0 178M128 54c34 30 34 150 0 178M128 54c-84 20-84 158-30 174M128 54c84 20 84 158 30 174" stroke="#c8620f" stroke-width="6" fill="none"/><path d="M118 58q-2-30 20-38l12 14q-10 8-8 26z" fill="#6b8e3a"/>'
)
const sausage = svg(
  `<defs>${down('a', shadesOf(12, 62, 52))}</defs><g transform="rotate(-24 128 128)"><rect x="14" y="64" width="228" height="62" rx="31" fill="url(#a)"/><rect x="14" y="136" width="228" height="62" rx="31" fill="url(#a)"/><path d="M44 80h150M44 152h150" stroke="#f5b39c" stroke-width="9" stroke-linecap="round"/></g>`
)
const ham = svg(
  `<defs>${round('h', shadesOf(350, 74, 76))}</defs><path d="M40 150c-20-70 50-126 120-106 60 18 74 86 36 130-40 48-138 46-156-24z" fill="#f3e3dd"/><path d="M56 146c-14-54 44-100 100-84 48 14 58 68 28 102-34 38-114 36-128-18z" fill="url(#h)"/><circle cx="152" cy="108" r="15" fill="#fff3ec"/>`
)
const fillet = svg(
  `<defs>${down('f', { light: '#ffb07a', main: '#fb8455', dark: '#dd5f36' })}</defs><path d="M24 160C40 70 150 30 232 58c8 60-40 140-130 150-44 4-76-16-78-48z" fill="url(#f)"/><path d="M64 92q30 50 16 112M106 66q36 56 16 138M150 54q36 46 18 126M190 54q24 30 16 82" stroke="#ffd9bf" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M24 160c2 32 34 52 78 48 34-4 62-16 82-36-40 30-130 44-160-12z" fill="#b9c2cf"/>`
)
const pomegranate = ball(
  shadesOf(350, 78, 46),
  '<path d="M100 62l8-38 16 18 6-26 12 26 16-18 4 38q-30 12-62 0z" fill="#a81a3a"/><path d="M92 120c20-24 60-20 70 8 8 30-14 56-42 54-30-4-46-36-28-62z" fill="#ffe3d8"/><g fill="#d3143f"><circle cx="112" cy="136" r="12"/><circle cx="136" cy="130" r="12"/><circle cx="124" cy="156" r="12"/><circle cx="146" cy="152" r="11"/></g>'
)
const persimmon = ball(
  shadesOf(24, 94, 54),
  '<path d="M128 74c-44 14-62-4-66-16 26-16 46-14 58-2-2-20 6-28 12-30 4 8 8 16 4 30 16-14 38-10 58 4-8 14-30 28-66 14z" fill="#5f9a3a"/>'
)
const plum = ball(shadesOf(285, 46, 36), `<path d="M128 60q-20 80 4 166" stroke="#3d1a55" stroke-width="6" fill="none"/>${LEAF}`)
const fig = svg(
  `<defs>${round('b', shadesOf(290, 36, 38))}</defs><path d="M128 26c20 30 92 70 92 128 0 50-42 80-92 80s-92-30-92-80c0-58 72-98 92-128z" fill="url(#b)"/><path d="M128 30c14 24 30 40 44 54-30 10-66 8-88 0 16-16 32-32 44-54z" fill="#7ba05b"/>`
)
const quince = ball(shadesOf(52, 82, 56), LEAF)
const apricot = ball(
  { light: '#ffd08a', main: '#ffa63d', dark: '#ea7a22' },
  `<path d="M128 62q-26 80 2 164" stroke="#e07a24" stroke-width="6" fill="none"/>${LEAF}`
)
const date = svg(
  `<defs>${round('d', shadesOf(18, 56, 28))}</defs><ellipse cx="94" cy="112" rx="52" ry="86" transform="rotate(-24 94 112)" fill="url(#d)"/><ellipse cx="172" cy="150" rx="50" ry="82" transform="rotate(18 172 150)" fill="url(#d)"/>`
)
const medlar = ball(shadesOf(24, 42, 38), '<path d="M92 66l14-34 14 22 8-26 8 26 14-22 14 34q-36 18-72 0z" fill="#6d4a2a"/>')
const beet = svg(
  `<defs>${round('b', shadesOf(335, 62, 36))}</defs><path d="M96 96Q60 60 74 16q34 20 44 70M132 92Q120 40 142 8q28 36 14 86M160 98q10-50 46-62 6 44-26 76" fill="#4f9a46"/><path d="M34 150c0-50 44-68 94-68s94 18 94 68c0 44-44 66-82 78l-14 24-10-24c-38-10-82-34-82-78z" fill="url(#b)"/>`
)
const almond = (light: string, main: string, dark: string): string =>
  svg(
    `<defs>${round('n', { light, main, dark })}</defs><g fill="url(#n)"><path d="M100 30c50 30 66 100 26 142-40 10-84-24-84-70 0-34 26-62 58-72z"/><path d="M214 96c14 54-18 114-74 124-32-20-40-72-12-104 22-26 58-34 86-20z"/></g>`
  )
const walnut = svg(
  `<defs>${round('w', { light: '#e9c48d', main: '#c98f4e', dark: '#8f5a29' })}</defs><ellipse cx="128" cy="132" rx="98" ry="92" fill="url(#w)"/><path d="M128 42v180M70 84q26 10 20 40t20 44M60 140q24 0 30 30M186 84q-26 10-20 40t-20 44M196 140q-24 0-30 30M100 60q12 20 28 20t28-20" stroke="#8a5526" stroke-width="9" fill="none" stroke-linecap="round"/>`
)
const tolma = svg(
  `<defs>${down('t', shadesOf(88, 42, 40))}</defs><g transform="rotate(-18 128 128)"><rect x="20" y="36" width="216" height="82" rx="41" fill="url(#t)"/><rect x="20" y="134" width="216" height="82" rx="41" fill="url(#t)"/><path d="M70 40q20 36 0 74M130 38q20 38 0 78M186 40q16 36 0 72M70 138q20 36 0 74M130 136q20 38 0 78M186 138q16 36 0 72" stroke="#33521f" stroke-width="5" fill="none"/></g>`
)
const caviar = svg(
  `<defs>${round('k', { light: '#ffb199', main: '#f0552f', dark: '#b52d12' })}</defs>${[
    [90, 80],
    [150, 76],
    [60, 130],
    [120, 128],
    [182, 126],
    [88, 180],
    [150, 182]
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="36" fill="url(#k)"/><circle cx="${(x ?? 0) - 10}" cy="${(y ?? 0) - 12}" r="8" fill="#ffe3d8"/>`
    )
    .join('')}`
)
const caramel = svg(
  `<defs>${down('c', { light: '#f7c477', main: '#d98d34', dark: '#a95f17' })}</defs><rect x="46" y="60" width="130" height="130" rx="24" transform="rotate(-12 128 128)" fill="url(#c)"/><rect x="104" y="100" width="116" height="116" rx="22" transform="rotate(10 160 158)" fill="url(#c)"/>`
)
const sesame = svg(
  `<g fill="#f1dfb2" stroke="#c9a865" stroke-width="5">${[
    '60 90 20',
    '128 60 -30',
    '196 96 40',
    '96 150 -10',
    '160 150 60',
    '70 204 50',
    '140 214 -40',
    '206 188 10'
  ]
    .map((at) => {
      const [x, y, turn] = at.split(' ')
      return `<ellipse cx="${x}" cy="${y}" rx="16" ry="28" transform="rotate(${turn} ${x} ${y})"/>`
    })
    .join('')}</g>`
)
const pine = svg(
  `<defs>${across('p', shadesOf(26, 44, 36))}</defs><path d="M128 40c56 24 70 120 0 196-70-76-56-172 0-196z" fill="url(#p)"/><path d="M86 100l42 24 42-24M76 136l52 30 52-30M84 176l44 24 44-24" stroke="#e0b98a" stroke-width="8" fill="none"/><path d="M128 46Q90 20 52 30M128 46q40-30 78-18M128 46Q120 20 122 6" stroke="#3f8a4a" stroke-width="9" fill="none" stroke-linecap="round"/>`
)
const aloe = svg(
  `<defs>${across('l', shadesOf(140, 42, 42))}</defs><g fill="url(#l)"><path d="M116 236C60 180 40 120 36 60c44 40 86 100 96 172z"/><path d="M140 236c56-56 76-116 80-176-44 40-86 100-96 172z"/><path d="M128 240c-30-80-30-160 0-226 30 66 30 146 0 226z"/></g>`
)

/** Parts that no emoji shows, or shows as another thing. */
export const PART_ART: Record<string, string> = {
  champignon,
  pumpkin,
  sausage,
  ham,
  fillet,
  pomegranate,
  persimmon,
  plum,
  fig,
  quince,
  apricot,
  beet,
  date,
  medlar,
  almond: almond('#e3b078', '#b87a3d', '#7f4d20'),
  pistachio: almond('#dbe6a0', '#a6b95c', '#7a6a3a'),
  hazelnut: ball(
    { light: '#d69a5c', main: '#a8672e', dark: '#6d3c16' },
    '<path d="M50 92q78-50 156 0-20-60-78-60T50 92z" fill="#e6c79b"/>'
  ),
  walnut,
  tolma,
  caviar,
  caramel,
  sesame,
  pine,
  aloe
}
