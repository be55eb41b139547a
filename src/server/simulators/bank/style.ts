import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../styles')
const read = (file: string): Buffer<ArrayBuffer> => readFileSync(join(FOLDER, file))

/** The dram sign is missing in most system fonts. */
export const DRAM_PATH = '/simulator/dram.woff2'
export const readDram = (): Buffer<ArrayBuffer> => read('fonts/noto-dram.woff2')

/** Styles of the pages: the shop's tokens and rules of their own. */
export const STYLE_PATH = '/simulator/bank.css'
export const readBankStyle = (): string => {
  const dram = `@font-face{font-family:'Noto Dram';src:url(${DRAM_PATH}) format('woff2');unicode-range:U+058F}`
  return [read('tokens.css').toString(), dram, read('simulator-bank.css').toString()].join('\n')
}
