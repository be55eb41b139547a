import sharp from 'sharp'

const GAP = 30
const RADIUS = 18

const rectangle = (width: number, height: number, style: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${RADIUS}" ${style}/></svg>`
  )

/** A screenshot with rounded corners and a thin line around it, so that it stands out on a light and on a dark page. */
const framed = async (picture: Buffer): Promise<{ picture: Buffer; width: number; height: number }> => {
  const { width, height } = await sharp(picture).metadata()
  const rounded = await sharp(picture)
    .composite([
      { input: rectangle(width, height, 'fill="none" stroke="#9aa0a6" stroke-width="2"') },
      { input: rectangle(width, height, 'fill="#fff"'), blend: 'dest-in' }
    ])
    .png()
    .toBuffer()
  return { picture: rounded, width, height }
}

/** Screenshots beside each other on nothing, all in their own scale; PNG. */
export const sideBySide = async (pictures: readonly Buffer[]): Promise<Buffer> => {
  const frames = await Promise.all(pictures.map(framed))
  const width = frames.reduce((sum, frame) => sum + frame.width + GAP, -GAP)
  const height = Math.max(...frames.map((frame) => frame.height))
  let left = 0
  const layers = frames.map((frame) => {
    const layer = { input: frame.picture, left, top: 0 }
    left += frame.width + GAP
    return layer
  })
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(layers)
    .png()
    .toBuffer()
}
