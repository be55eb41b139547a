import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapters } from '#server/adapters/adapters.ts'
import { isSimulatedBank, type SimulatedBank } from '#server/adapters/payment/simulator.ts'

const FOLDER = join(import.meta.dirname, '../../../styles')

/** The simulated bank when it is the one in use; null when payments are real. */
export const simulatedBankOf = ({ bank }: Adapters): SimulatedBank | null => (isSimulatedBank(bank) ? bank : null)

/** The look of its page: the shop's tokens, so that colours have one owner, the dram sign, which few systems have, and the page's own rules. */
export const readBankStyle = (): string => {
  const read = (file: string): Buffer => readFileSync(join(FOLDER, file))
  const dram = `@font-face{font-family:'Noto Dram';src:url(data:font/woff2;base64,${read('noto-dram.woff2').toString('base64')});unicode-range:U+058F}`
  return [read('tokens.css').toString(), dram, read('simulator-bank.css').toString()].join('\n')
}
