import { join } from 'node:path'
import { createBank } from '#server/simulators/bank/bank.ts'
import type { BankOrder } from '#server/simulators/bank/book.ts'

/** Orders that a simulated provider of a shop has taken money for, from its own books in the data folder. */
export const takenAtBank = (dataDir: string, provider = 'arca'): BankOrder[] => {
  const bank = createBank(join(dataDir, `simulators/${provider}.jsonl`), Date.now)
  try {
    return bank.orders().filter(({ taken }) => taken > 0)
  } finally {
    bank.close()
  }
}
