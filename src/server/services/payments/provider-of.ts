import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import type { Method } from './methods.ts'

/** Who is asked about a payment made before: by the name it was made under, whatever is configured for its method today. */
export const providerNamed = ({ adapters }: Context, name: string): PaymentProvider => {
  const provider = Object.values(adapters.payments).find((each: PaymentProvider) => each.provider === name)
  if (!provider) throw new BankUnavailable(`payment provider ${name} is not configured`)
  return provider
}

/** Who takes new payments of a method; null: it is paid at the door. */
export const providerOf = ({ adapters }: Context, { provider }: Method): PaymentProvider | null => provider && adapters.payments[provider]
