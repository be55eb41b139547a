import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapters } from '#server/adapters/adapters.ts'
import { isSimulatedBank, type SimulatedBank } from '#server/adapters/payment/simulator.ts'

const FOLDER = join(import.meta.dirname, '../../../styles')

/** The simulated bank when it is the one in use; null when payments are real. */
export const simulatedBankOf = ({ bank }: Adapters): SimulatedBank | null => (isSimulatedBank(bank) ? bank : null)

/** The look of its page: the shop's tokens, so that colours have one owner, and the page's own rules. */
export const readBankStyle = (): string =>
  ['tokens.css', 'simulator-bank.css'].map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('\n')
