import { toAmd, type Amount } from '#domain/money.ts'
import { askBank, isRecord, textOf, wholeOf, type BankLine } from './ask-bank.ts'
import { BankUnavailable, DRAM, type CardBank, type PaymentProvider, type PaymentStatus } from './port.ts'

/** The bank that takes the money of encrypted tokens. No public text of an Armenian one exists: another protocol is another `Acquirer`. */
export interface Acquirer {
  /** Announces a payment; the same number again is the same payment. Returns its reference. */
  register(payment: { number: string; amount: Amount; description: string }): Promise<string>
  /** Takes the money of a token. May be repeated: a payment is taken once. The status decides, not the answer. */
  pay(ref: string, token: object): Promise<void>
  status(ref: string): Promise<PaymentStatus>
  refund(ref: string, amount: Amount): Promise<void>
  close(ref: string): Promise<void>
}

const STATE_OF: Record<string, PaymentStatus['state']> = {
  open: 'registered',
  processing: 'processing',
  paid: 'deposited',
  declined: 'declined',
  closed: 'declined',
  refunded: 'refunded'
}

/** JSON below one address, with a bearer key: `payments`, `payments/<id>` and its `token`, `refund` and `close`. Amounts in hundredths. */
export const createAcquirer = (line: BankLine & { key: () => string }): Acquirer => {
  const ask = (call: string, body: object | null) => askBank(line, call, body, { Authorization: `Bearer ${line.key()}` })
  const at = (ref: string, deed = ''): string => `payments/${encodeURIComponent(ref)}${deed}`
  return {
    register: async ({ number, amount, description }) => {
      const ref = textOf((await ask('payments', { number, amount, currency: DRAM, description })).id)
      if (/^[\w-]{16,64}$/.test(ref)) return ref
      throw new BankUnavailable('payments: the answer has no reference')
    },
    pay: async (ref, token) => void (await ask(at(ref, '/token'), { token })),
    status: async (ref) => readStatus(await ask(at(ref), null)),
    refund: async (ref, amount) => void (await ask(at(ref, '/refund'), { amount })),
    close: async (ref) => void (await ask(at(ref, '/close'), {}))
  }
}

const readStatus = ({ state: said, amount, refunded, currency, actionCode }: Record<string, unknown>): PaymentStatus => {
  const state = STATE_OF[textOf(said)]
  const sums = [wholeOf(amount), wholeOf(refunded)] as const
  if (!state || !sums.every((sum) => Number.isSafeInteger(sum) && sum >= 0))
    throw new BankUnavailable('payments: the answer is not understood')
  return { state, amount: sums[0], refunded: sums[1], currency: textOf(currency), actionCode: wholeOf(actionCode) || 0, card: null }
}

export interface ApplePayOptions extends BankLine {
  provider: string
  simulated: boolean
  merchant: string
  acquirer: Acquirer
  /** Script that stands in for the browser's ApplePaySession. */
  standIn: string | null
}

/**
 * Apple Pay on the web: the shop's page opens the browser's sheet, Apple proves the merchant by a call with the shop's certificate, and the
 * token that the person's device encrypts goes to the acquirer.
 */
export const createApplePay = ({ acquirer, merchant, standIn, ...line }: ApplePayOptions): PaymentProvider & CardBank => ({
  provider: line.provider,
  simulated: line.simulated,
  cards: null,
  register: async ({ number, amount, description, returnUrl, language }) => {
    const ref = await acquirer.register({ number, amount, description })
    const page = new URL(`/api/payments/sheet/${ref}`, returnUrl)
    page.searchParams.set('language', language)
    return { ref, formUrl: page.href }
  },
  status: (ref) => acquirer.status(ref),
  refund: (ref, amount) => acquirer.refund(ref, amount),
  close: (ref) => acquirer.close(ref),
  sheet: {
    standIn,
    request: (amount) => ({
      ...{
        countryCode: 'AM',
        currencyCode: 'AMD',
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa', 'masterCard', 'amex']
      },
      total: { label: 'Shuka', amount: toAmd(amount).toFixed(2) }
    }),
    // The browser names an address too; a fixed one cannot be made another.
    merchantSession: async (domain) => {
      const body = { merchantIdentifier: merchant, displayName: 'Shuka', initiative: 'web', initiativeContext: domain }
      const session = await askBank(line, 'paymentSession', body)
      if (textOf(session.merchantSessionIdentifier) === '') throw new BankUnavailable('paymentSession: the answer is no session')
      return session
    },
    pay: async (ref, token) => {
      if (!isRecord(token.paymentData)) throw new BankUnavailable('the token has no payment data')
      await acquirer.pay(ref, token)
    }
  }
})
