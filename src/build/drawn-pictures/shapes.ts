/** Side of the square that everything is drawn in. */
export const SIDE = 256
/** The widths of every composed picture. */
export const WIDTHS = [96, 192, SIDE]
/** The widths of every cover (`components/suppliers/cover-sources.ts` asks for them). */
export const COVER_WIDTHS = [320, 512, 768]

const channel = (value: number): string =>
  Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0')

/** A colour by hue in degrees, saturation and lightness in per cent, as hex. */
export const hsl = (hue: number, saturation: number, lightness: number): string => {
  const light = lightness / 100
  const range = (saturation / 100) * Math.min(light, 1 - light)
  const part = (shift: number): string => {
    const step = (shift + (((hue % 360) + 360) % 360) / 30) % 12
    return channel(light - range * Math.max(-1, Math.min(step - 3, 9 - step, 1)))
  }
  return `#${part(0)}${part(8)}${part(4)}`
}

/** Colours of a thing: where light falls on it, itself, and in shadow. */
export interface Shades {
  light: string
  main: string
  dark: string
}
export const shadesOf = (hue: number, saturation = 62, lightness = 50): Shades => ({
  light: hsl(hue, saturation, Math.min(96, lightness + 14)),
  main: hsl(hue, saturation, lightness),
  dark: hsl(hue, saturation, Math.max(6, lightness - 16))
})

/** A gradient from left to right that makes a flat form round; `id` is unique in its picture. */
export const across = (id: string, { light, main, dark }: Shades): string =>
  `<linearGradient id="${id}"><stop offset="0" stop-color="${main}"/><stop offset=".3" stop-color="${light}"/><stop offset=".7" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
export const down = (id: string, { light, main, dark }: Shades): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
export const round = (id: string, { light, main, dark }: Shades): string =>
  `<radialGradient id="${id}" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`

export const WHITE: Shades = { light: '#ffffff', main: '#eef0f4', dark: '#c3c8d3' }
export const GLASS: Shades = { light: '#f2fbff', main: '#d5ebf5', dark: '#a9cadb' }
export const STEEL: Shades = { light: '#f4f6f9', main: '#cfd5de', dark: '#98a1b0' }

export const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${inner}</svg>`
