import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapters } from '#server/adapters/adapters.ts'
import { isSimulatedBank, type SimulatedBank } from '#server/adapters/payment/simulator.ts'

const FOLDER = join(import.meta.dirname, '../../../styles')

/** Returns the simulated bank; null when payments are real. */
export const simulatedBankOf = ({ payments }: Adapters): SimulatedBank | null => Object.values(payments).find(isSimulatedBank) ?? null

const read = (file: string): Buffer<ArrayBuffer> => readFileSync(join(FOLDER, file))

/** The dram sign is missing in most system fonts. */
export const DRAM_PATH = '/simulator/dram.woff2'
export const readDram = (): Buffer<ArrayBuffer> => read('fonts/noto-dram.woff2')

/** Styles of its page: the shop's tokens and the page's own rules. */
export const readBankStyle = (): string => {
  const dram = `@font-face{font-family:'Noto Dram';src:url(${DRAM_PATH}) format('woff2');unicode-range:U+058F}`
  return [read('tokens.css').toString(), dram, read('simulator-bank.css').toString()].join('\n')
}
