import { chromium, type Browser } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { withFolder } from '#tests/load/measured-shop.ts'
import { SYSTEM_CHROMIUM } from '#tests/speed/speed-browser.ts'
import { ROOT } from '#tests/support/sources.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { sideBySide } from './compose.ts'

// `npm run pictures`: the picture at the top of README, from the built shop with the demo market.

const TARGET = join(ROOT, '.readme/shop.webp')
const HEIGHT = 850
const VIEWS = [
  { path: '/en', width: 375 },
  { path: '/en/restaurants/krakot-burger', width: 1260 }
]

/** The first screen of a page once its fonts and the pictures in view are there. */
const screenshot = async (browser: Browser, url: string, width: number): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width, height: HEIGHT }, locale: 'en-US', reducedMotion: 'reduce' })
  await page.goto(url, { waitUntil: 'load' })
  // Fonts that come late wait for the next page (`font-display: optional`).
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (answer?.status() !== 200) throw new Error(`${url} answered ${String(answer?.status())}`)
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = 'auto'
  })
  await page.waitForFunction(() => {
    const isInView = ({ left, top }: DOMRect): boolean => left < innerWidth && top < innerHeight
    const images = [...document.images].filter((image) => isInView(image.getBoundingClientRect()))
    return document.fonts.status === 'loaded' && images.every((image) => image.complete)
  })
  const picture = await page.screenshot()
  await page.close()
  return picture
}

await withFolder(async (folder) => {
  const env = { MARKET_DIR: join(ROOT, 'content/market'), DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
  const shop = await startShop(env, 120_000)
  const browser = await chromium.launch({
    ...(SYSTEM_CHROMIUM ? { executablePath: SYSTEM_CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars']
  })
  try {
    const shots: Buffer[] = []
    for (const { path, width } of VIEWS) shots.push(await screenshot(browser, shop.url + path, width))
    mkdirSync(dirname(TARGET), { recursive: true })
    const { size } = await sharp(await sideBySide(shots))
      .webp({ quality: 82 })
      .toFile(TARGET)
    process.stdout.write(`${TARGET}: ${Math.ceil(size / 1000)} KB\n`)
  } finally {
    await browser.close()
    await shop.end()
  }
})
