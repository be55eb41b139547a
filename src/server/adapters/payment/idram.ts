import { randomBytes } from 'node:crypto'
import { fromAmd, toAmd, type Amount } from '#domain/money.ts'
import { isChecksum, md5 } from './checksum.ts'
import { DRAM, type Notice, type PaymentProvider } from './port.ts'

export interface IdramOptions {
  provider: string
  simulated: boolean
  /** Where the buyer's browser sends the form. */
  url: string
  /** The shop's account. */
  account: string
  secret: () => string
}

/** Languages of Idram's page. */
const LANGUAGES: Record<string, string> = { hy: 'AM', en: 'EN', ru: 'RU' }
const BILL = /^[\w-]{1,64}$/

/**
 * Idram: the buyer's browser sends a form there, Idram asks whether the bill may be paid (precheck) and confirms it, both by calls to the
 * shop. Only drams. Idram answers no questions and has no call that gives money back.
 */
export const createIdram = ({ provider, simulated, url, account, secret }: IdramOptions): PaymentProvider => ({
  provider,
  simulated,
  cards: null,
  register: ({ number, returnUrl, language }) => {
    // Hard to guess: whoever has it sees what is to be paid.
    const ref = `${number}-${randomBytes(8).toString('hex')}`
    const page = new URL(`/api/payments/form/${ref}`, returnUrl)
    page.searchParams.set('language', language)
    return Promise.resolve({ ref, formUrl: page.href })
  },
  form: ({ ref, amount, description, language }) => ({
    action: url,
    fields: {
      EDP_LANGUAGE: LANGUAGES[language] ?? 'EN',
      EDP_REC_ACCOUNT: account,
      EDP_DESCRIPTION: description,
      EDP_AMOUNT: toAmd(amount).toFixed(2),
      EDP_BILL_NO: ref,
      // Comes back with the browser as it is.
      orderId: ref
    },
    app: simulated ? null : appLink(account, ref, amount)
  }),
  notices: {
    read: (fields) => readNotice(fields, account, secret()),
    answer: (outcome) => ({ ok: 'OK', refused: 'EDP_BILL_NO not payable', forged: 'EDP_CHECKSUM not correct' })[outcome]
  }
})

const appLink = (account: string, bill: string, amount: Amount): string =>
  `idramapp://payment?${new URLSearchParams({
    ...{ receiverName: 'Shuka', receiverId: account, title: bill, amount: String(toAmd(amount)), callbackUrlScheme: 'https' }
  })}`

/** The checksum is REC_ACCOUNT:AMOUNT:SECRET_KEY:BILL_NO:PAYER_ACCOUNT:TRANS_ID:TRANS_DATE, the amount as it came. */
const readNotice = (fields: Readonly<Record<string, string>>, account: string, secret: string): Notice | null => {
  const { EDP_BILL_NO: ref = '', EDP_AMOUNT: amount = '', EDP_REC_ACCOUNT } = fields
  if (EDP_REC_ACCOUNT !== account || !BILL.test(ref) || !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) return null
  if (fields['EDP_PRECHECK'] === 'YES') return { kind: 'precheck', ref, amount: fromAmd(Number(amount)) }
  const { EDP_PAYER_ACCOUNT: payer = '', EDP_TRANS_ID: id = '', EDP_TRANS_DATE: date = '', EDP_CHECKSUM: checksum = '' } = fields
  if (!isChecksum(checksum, md5([account, amount, secret, ref, payer, id, date].join(':')))) return null
  const status = { amount: fromAmd(Number(amount)), refunded: 0, currency: DRAM, actionCode: 0, card: null, transaction: id }
  return { kind: 'status', ref, status: { state: 'deposited', ...status } }
}
