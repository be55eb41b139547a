import type { Sharp } from 'sharp'

/** Link previews are 1200 x 630 pixels, which every network accepts. */
export const SHARE_WIDTH = 1200
const HEIGHT = 630
/** The logo of Logo.astro: a white awning on crimson. */
const AWNING =
  'M10.6 9h18.8l3.1 8.1a4.1 4.1 0 0 1-6.25 4.35 4.15 4.15 0 0 1-6.25 0 4.15 4.15 0 0 1-6.25 0A4.1 4.1 0 0 1 7.5 17.1zM11 24.6a7 7 0 0 0 2.9-.6 7 7 0 0 0 6.1.2 7 7 0 0 0 6.1-.2 7 7 0 0 0 2.9.6V29a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 11 29z'
const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="104" height="104"><rect width="40" height="40" rx="11" fill="#dc143c"/><path fill="#fff" d="${AWNING}"/></svg>`
)
/** Side, centre (pixels) and rotation (degrees) of the pictures, the first in front. */
const LAYOUT = [
  { side: 380, x: 600, y: 330, tilt: 0 },
  { side: 310, x: 300, y: 370, tilt: -8 },
  { side: 310, x: 900, y: 370, tilt: 8 }
] as const

/** Converts an oklch colour (tints.css) to sRGB hex, because SVG renderers do not know oklch. Lightness 0-1, chroma, hue in degrees. */
export const srgbOf = (lightness: number, chroma: number, hue: number): string => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
  const channel = (value: number): string => {
    const curved = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${linear.map(channel).join('')}`
}

const backgroundOf = (hue: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${srgbOf(0.955, 0.03, hue)}"/><stop offset="1" stop-color="${srgbOf(0.885, 0.07, hue)}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  )

/**
 * Draws a link preview as JPEG: one photo that fills it, or up to three pictures on a background of the hue, with the logo in a corner.
 * It has no text, so it does not depend on installed fonts.
 */
export const drawSharePicture = async (hue: number, pictures: readonly Buffer[], isPhoto: boolean): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const logo = { input: LOGO, left: 40, top: 40 }
  const finish = (picture: Sharp): Promise<Buffer> =>
    picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  const [photo] = pictures
  if (isPhoto && photo) return finish(sharp(photo).resize({ width: SHARE_WIDTH, height: HEIGHT, fit: 'cover' }).composite([logo]))
  const placed = await Promise.all(
    pictures.slice(0, LAYOUT.length).map(async (picture, index) => {
      const { side, x, y, tilt } = LAYOUT[index] ?? LAYOUT[0]
      const rotated = sharp(await sharp(picture).resize(side, side).png().toBuffer()).rotate(tilt, {
        background: { r: 0, g: 0, b: 0, alpha: 0 }
      })
      const { data, info } = await rotated.png().toBuffer({ resolveWithObject: true })
      return { input: data, left: Math.round(x - info.width / 2), top: Math.round(y - info.height / 2) }
    })
  )
  return finish(sharp(backgroundOf(hue)).composite([...placed.toReversed(), logo]))
}
