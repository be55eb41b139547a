import { randomInt } from 'node:crypto'
import { fromAmd, toAmd } from '#domain/money.ts'
import { isChecksum, md5 } from './checksum.ts'
import { DRAM, type Notice, type PaymentProvider, type PaymentStatus } from './port.ts'

export interface TelcellOptions {
  provider: string
  simulated: boolean
  url: string
  /** The shop's number. */
  shop: string
  key: () => string
}

const LANGUAGES: Record<string, string> = { hy: 'am', en: 'en', ru: 'ru' }
const AMD_SIGN = '֏'
/** The fewest days that an invoice may be valid. */
const VALID_DAYS = '1'
/** References of 15 digits: shop software of Telcell's expects numbers, and nobody is to guess another's. */
const [LEAST, MOST] = [10 ** 14, 2 ** 48 - 1]
const REJECTED = 100
const TIMED_OUT = -2007

/**
 * Telcell's web gateway 1.2: the buyer's browser brings an invoice there by its address, and Telcell tells the shop what became of it. It
 * answers no questions and has no call that gives money back. An invoice can be paid for a day, so also after its order ended.
 */
export const createTelcell = ({ provider, simulated, url, shop, key }: TelcellOptions): PaymentProvider => ({
  provider,
  simulated,
  cards: null,
  register: ({ amount, description, language }) => {
    const ref = String(randomInt(LEAST, MOST))
    const [price, product, issuerId] = [String(toAmd(amount)), base64(description), base64(ref)]
    const address = new URL(url)
    for (const [name, value] of Object.entries({
      ...{ action: 'PostInvoice', issuer: shop, currency: AMD_SIGN, price, product, issuer_id: issuerId, valid_days: VALID_DAYS },
      ...{ lang: LANGUAGES[language] ?? 'en', security_code: invoiceCode(key(), [shop, AMD_SIGN, price, product, issuerId, VALID_DAYS]) }
    }))
      address.searchParams.set(name, value)
    return Promise.resolve({ ref, formUrl: address.href })
  },
  languageOf: (formUrl) => {
    const lang = URL.parse(formUrl, url)?.searchParams.get('lang')
    return Object.keys(LANGUAGES).find((language) => LANGUAGES[language] === lang)
  },
  notices: {
    read: (fields) => readNotice(fields, key()),
    answer: (outcome) => ({ ok: 'OK', refused: 'unknown invoice', forged: 'wrong checksum' })[outcome]
  }
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** shop_key + issuer + currency + price + product + issuer_id + valid_days. */
export const invoiceCode = (key: string, parts: readonly [string, string, string, string, string, string]): string =>
  md5(key + parts.join(''))

/** shop_key + invoice + issuer_id + payment_id + currency + sum + time + status, each as it came. */
const RESULT_FIELDS = ['invoice', 'issuer_id', 'payment_id', 'currency', 'sum', 'time', 'status'] as const

const readNotice = (fields: Readonly<Record<string, string>>, key: string): Notice | null => {
  const { issuer_id: issuer = '', payment_id: transaction = '', status = '', sum = '', currency = '', checksum = '' } = fields
  const code = md5(key + RESULT_FIELDS.map((name) => fields[name] ?? '').join(''))
  const ref = referenceOf(issuer)
  if (!ref || !isChecksum(checksum, code) || !/^\d{1,10}(\.\d{1,2})?$/.test(sum) || !/^\d{1,3}$/.test(currency)) return null
  const common = { amount: fromAmd(Number(sum)), refunded: 0, currency: currency.padStart(DRAM.length, '0'), card: null, transaction }
  const said = stateOf(status)
  return said && { kind: 'status', ref, status: { ...common, ...said } }
}

/** It comes back as it was sent, or decoded. */
const referenceOf = (issuer: string): string | null => {
  const ref = /^\d+$/.test(issuer) ? issuer : Buffer.from(issuer, 'base64').toString()
  return /^\d{1,20}$/.test(ref) ? ref : null
}

const stateOf = (status: string): Pick<PaymentStatus, 'state' | 'actionCode'> | null => {
  if (status === 'PAID') return { state: 'deposited', actionCode: 0 }
  if (status === 'REJECTED') return { state: 'declined', actionCode: REJECTED }
  return status === 'EXPIRED' ? { state: 'declined', actionCode: TIMED_OUT } : null
}
