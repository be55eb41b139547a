import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import { withTimeLimit } from '#server/adapters/payment/time-limit.ts'
import type { Context } from '#server/context.ts'
import type { Method } from './methods.ts'

/**
 * Returns the provider under whose name a payment was stored, whatever its method is configured to use now; its calls are limited in time.
 * Throws BankUnavailable when it is not configured.
 */
export const providerNamed = ({ adapters, config }: Context, name: string): PaymentProvider => {
  const provider = Object.values(adapters.payments).find((candidate) => candidate?.provider === name)
  if (!provider) throw new BankUnavailable(`payment provider ${name} is not configured`)
  return withTimeLimit(provider, config.PAYMENT_TIMEOUT_SECONDS * 1_000)
}

/** Returns the provider for new payments of a method; null for methods paid on delivery. */
export const providerOf = ({ adapters }: Context, { provider }: Method): PaymentProvider | null => provider && adapters.payments[provider]
