import { BankUnavailable, type PaymentProvider } from './port.ts'

/**
 * Limits each call to a provider in time; a late answer counts as none (BankUnavailable), whatever comes of it. Every call may be repeated:
 * registration by its number, refunds after the state was asked.
 */
export const withTimeLimit = (provider: PaymentProvider, limitMs: number): PaymentProvider => {
  const limited = async <T>(call: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BankUnavailable(`no answer within ${limitMs / 1_000} s`)), limitMs)
    })
    try {
      return await Promise.race([call, late])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    provider: provider.provider,
    register: (order) => limited(provider.register(order)),
    status: (ref) => limited(provider.status(ref)),
    refund: (ref, amount) => limited(provider.refund(ref, amount)),
    close: (ref) => limited(provider.close(ref))
  }
}
