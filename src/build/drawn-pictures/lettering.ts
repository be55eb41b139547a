import { create, type Font } from 'fontkitten'
import { readFileSync } from 'node:fs'

/** Lettering is made of the outlines of the project's own fonts, because the fonts of machines differ. */
const open = (name: string): Font => {
  const font = create(readFileSync(new URL(`../../styles/fonts/${name}.woff2`, import.meta.url)))
  if (font.isCollection) throw new Error(`${name}.woff2 is a collection of fonts; expected one`)
  return font
}
const fonts = new Map<string, Font>()
const fontOf = (text: string): Font => {
  const name = /[\u0531-\u058f]/.test(text) ? 'noto-armenian' : /[\u0400-\u04ff]/.test(text) ? 'noto-cyrillic' : 'noto-latin'
  const known = fonts.get(name)
  if (known) return known
  const opened = open(name)
  fonts.set(name, opened)
  return opened
}

/** Width of the stroke that makes the regular outlines bold, in units of the font. */
const BOLDER = 46

/** A text as a path that fits into a box around a point. */
export const lettering = (text: string, box: { x: number; y: number; width: number; height: number }, fill: string): string => {
  if (text === '') return ''
  const font = fontOf(text)
  let at = 0
  const outlines = font.glyphsForString(text).map((glyph) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`
    at += glyph.advanceWidth
    return path
  })
  const scale = Math.min(box.width / at, box.height / font.capHeight)
  const left = box.x - (at * scale) / 2
  const base = box.y + (font.capHeight * scale) / 2
  return `<g fill="${fill}" stroke="${fill}" stroke-width="${BOLDER}" stroke-linejoin="round" transform="translate(${left.toFixed(1)} ${base.toFixed(1)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join('')}</g>`
}
