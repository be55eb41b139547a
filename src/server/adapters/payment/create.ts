import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/engine.ts'
import type { PaymentProvider } from './port.ts'
import { createBankSimulator } from './simulator.ts'

/** External payment providers by the name that payment methods use. A new provider is an adapter and a line here. */
export const createPaymentProviders = (db: Db, config: Config, now: () => number) =>
  ({
    card: createBankSimulator(db, config, now) as PaymentProvider
  }) satisfies Record<string, PaymentProvider>

export type PaymentProviders = ReturnType<typeof createPaymentProviders>
