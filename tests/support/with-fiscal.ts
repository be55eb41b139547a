import type { FiscalService } from '#server/adapters/fiscal/port.ts'
import type { TestApi } from './api.ts'

/** Lets the fiscal service behave otherwise while `work` runs. */
export const withFiscal = async <T>(
  { kernel: { adapters } }: TestApi,
  change: Partial<FiscalService>,
  work: () => Promise<T>
): Promise<T> => {
  const usual = adapters.fiscal
  if (!usual) throw new Error('the tests need a simulated service')
  adapters.fiscal = { ...usual, ...change }
  try {
    return await work()
  } finally {
    adapters.fiscal = usual
  }
}
