import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../../../styles/fonts/noto-dram.woff2')

/** The rule of a font with the dram sign alone (0.9 KB, WOFF2), which most system fonts do not have. */
export const dramFontFace = (): string =>
  `@font-face{font-family:'Noto Dram';src:url(data:font/woff2;base64,${readFileSync(FILE).toString('base64')});unicode-range:U+058F}`
