import { BankUnavailable, type CardVault, type PaymentProvider } from './port.ts'

/** Limits each call to a provider in time; a late answer counts as none (BankUnavailable), whatever comes of it. */
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
  const limitedCards = (cards: CardVault): CardVault => ({
    clientIdOf: (person, paymentId) => cards.clientIdOf(person, paymentId),
    list: (clientId) => limited(cards.list(clientId)),
    charge: (ref, payment, card) => limited(cards.charge(ref, payment, card)),
    unbind: (card) => limited(cards.unbind(card))
  })
  const { status, refund, close } = provider
  return {
    ...provider,
    register: (order) => limited(provider.register(order)),
    ...(status ? { status: (ref, asked) => limited(status.call(provider, ref, asked)) } : {}),
    ...(refund ? { refund: (ref, amount) => limited(refund.call(provider, ref, amount)) } : {}),
    ...(close ? { close: (ref) => limited(close.call(provider, ref)) } : {}),
    cards: provider.cards && limitedCards(provider.cards)
  }
}
