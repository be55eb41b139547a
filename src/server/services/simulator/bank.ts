import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapters } from '#server/adapters/adapters.ts'
import { isSimulatedBank, type SimulatedBank } from '#server/adapters/payment/simulator.ts'

const FOLDER = join(import.meta.dirname, '../../../styles')

/** The simulated bank when it is the one in use; null when payments are real. */
export const simulatedBankOf = ({ payments }: Adapters): SimulatedBank | null => Object.values(payments).find(isSimulatedBank) ?? null

const read = (file: string): Buffer<ArrayBuffer> => readFileSync(join(FOLDER, file))

/** The dram sign, which few systems have. */
export const DRAM_PATH = '/simulator/dram.woff2'
export const readDram = (): Buffer<ArrayBuffer> => read('fonts/noto-dram.woff2')

/** The look of its page: the shop's tokens, so that colours have one owner, and the page's own rules. */
export const readBankStyle = (): string => {
  const dram = `@font-face{font-family:'Noto Dram';src:url(${DRAM_PATH}) format('woff2');unicode-range:U+058F}`
  return [read('tokens.css').toString(), dram, read('simulator-bank.css').toString()].join('\n')
}
