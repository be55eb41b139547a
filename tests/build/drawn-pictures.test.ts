import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SIMPLE_PICTURES } from '#build/drawn-pictures/catalogue.ts'
import { readDemoMarket } from '#build/drawn-pictures/demo-market.ts'
import { COVER_WIDTH, drawCover, placesOf } from '#build/drawn-pictures/cover-art.ts'
import { createDrawer } from '#build/drawn-pictures/draw.ts'
import { lettering } from '#build/drawn-pictures/lettering.ts'
import { COVER_WIDTHS, SIDE } from '#build/drawn-pictures/shapes.ts'
import { encode, encodeCover } from '#build/drawn-pictures/encode.ts'
import { THING_WORDS } from '#domain/product-pictures/goods.ts'
import { isEmoji } from '#server/market-import/pictures.ts'
import { PICTURE_NAME } from '#domain/pictures.ts'
import { ROOT } from '#tests/support/sources.ts'

const { names, labels, covers } = readDemoMarket(join(ROOT, 'content/market'))
const draw = createDrawer(labels)
const MUSHROOM_OF_FAIRY_TALES = /u1f344/

describe('the pictures of the demo market', () => {
  test('are composed of bases and parts that are drawn alone too, so that every name has something to fall back to', () => {
    const simple = new Set(SIMPLE_PICTURES)
    const bases = new Set(names.map((name) => name.split(/[.~]/)[0] ?? ''))
    expect([...bases].filter((base) => base !== 'plain' && !simple.has(base))).toEqual([])
    expect(names.filter((name) => MUSHROOM_OF_FAIRY_TALES.test(name))).toEqual([])
  })

  test('are of layers that can all be drawn, and none is empty', async () => {
    const signs = names.flatMap((name) => name.replace(/~.*/, '').split('.').slice(1)).filter((part) => /^u[0-9a-f]/.test(part))
    const empty: string[] = []
    for (const name of new Set([...SIMPLE_PICTURES, ...signs.map((part) => `plain.${part}`)])) {
      const pixels = await draw(name)
      let opaque = 0
      for (let at = 3; at < pixels.length; at += 64) if ((pixels[at] ?? 0) > 128) opaque += 1
      if (opaque < 200) empty.push(name)
    }
    expect(empty).toEqual([])
  }, 60_000)

  test('are the same at every drawing, small, and see-through at the corners for the tints of both themes', async () => {
    const some = names.filter((_, index) => index % 40 === 0)
    const again = createDrawer(labels)
    const bytes = { 96: 0, 192: 0, 256: 0 }
    for (const name of some) {
      const pixels = await draw(name)
      expect((await again(name)).equals(pixels), name).toBe(true)
      expect(pixels[3], name).toBe(0)
      for (const width of [96, 192, 256] as const) {
        const file = await encode(pixels, width)
        bytes[width] += file.length / some.length
        expect((await sharp(file).metadata()).width).toBe(width)
      }
    }
    // The emoji that they take the place of have 1.8, 3.8 and 5.2 KB on average.
    expect(bytes[96]).toBeLessThan(1_800)
    expect(bytes[192]).toBeLessThan(3_800)
    expect(bytes[256]).toBeLessThan(5_200)
  })
})

describe('the covers of the demo market', () => {
  test('show different things that the supplier sells, as many as there is room for', () => {
    const wrong = [...covers].filter(
      ([, { kind, pictures }]) => pictures.length === 0 || pictures.length > placesOf(kind) || new Set(pictures).size < pictures.length
    )
    expect(covers.size).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  test('are the same at every drawing, small, as wide as asked for, and see-through above the ground', async () => {
    const bytes = { 320: 0, 512: 0, 768: 0 }
    const some = [...covers.values()].filter((_, index) => index % 12 === 0)
    for (const cover of some) {
      const scene = await drawCover(cover, draw)
      expect((await drawCover(cover, createDrawer(labels))).equals(scene)).toBe(true)
      const { data, info } = await sharp(scene).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, data[3]]).toEqual([COVER_WIDTH, COVER_WIDTH / 2, 0])
      for (const width of [320, 512, 768] as const) {
        const file = await encodeCover(scene, width)
        bytes[width] += file.length / some.length
        expect((await sharp(file).metadata()).width).toBe(width)
      }
    }
    expect(COVER_WIDTHS).toEqual([320, 512, 768])
    expect(bytes[320]).toBeLessThan(7_000)
    expect(bytes[512]).toBeLessThan(12_000)
    expect(bytes[768]).toBeLessThan(19_000)
  })
})

test('every thing without a pack has a picture', () => {
  expect(Object.keys(THING_WORDS).filter((thing) => !PICTURE_NAME.test(thing) && !isEmoji(thing))).toEqual([])
})

test('brands are lettered by the outlines of the own fonts, in three scripts, and fit their box', () => {
  const box = { x: SIDE / 2, y: SIDE / 2, width: 100, height: 20 }
  for (const text of ['Lernamarg', 'Լեռնամարգ', 'Лернамарг']) {
    const path = lettering(text, box, '#fff')
    expect(path.match(/<path/g)).toHaveLength(text.length)
    expect(path).not.toContain('<text')
  }
  expect(lettering('', box, '#fff')).toBe('')
})
