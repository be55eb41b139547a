import { brandOf, lastFourOf } from '#domain/cards/brand.ts'
import { fromAmd, toAmd, type Amount } from '#domain/money.ts'
import { askBank, isRecord, pageAddress, textOf, wholeOf, type BankLine } from './ask-bank.ts'
import { BankRefused, BankUnavailable, DRAM, NumberTaken, type BoundCard, type CardBank, type PaymentStatus } from './port.ts'

export interface AmeriaOptions extends BankLine {
  provider: string
  simulated: boolean
  clientId: string
  login: string
  password: string
}

const API = 'api/VPOS'
const INIT_OK = '1'
const APPROVED = '00'
/** `ResponseCode`: an order of this number exists. */
const NUMBER_TAKEN = '01'
/** Bindings of the site itself, without the buyer's presence. */
const PAYMENT_TYPE = 6
const PAGE_SECONDS = 1_200
/** Languages of the payment page. */
const LANGUAGES: Record<string, string> = { hy: 'am', en: 'en', ru: 'ru' }
/** `OrderStatus`: 0 begun, 1 approved, 2 deposited, 3 void, 4 refunded, 5 with the issuer, 6 declined. */
const STATE_OF: Record<number, PaymentStatus['state']> = {
  0: 'registered',
  1: 'processing',
  2: 'deposited',
  3: 'declined',
  4: 'refunded',
  5: 'processing',
  6: 'declined'
}
const VOID = 3

/** Ameriabank's vPOS 3.1: JSON, amounts in drams with decimals, orders numbered by whole numbers. */
export const createAmeria = (options: AmeriaOptions): CardBank => {
  const user = { Username: options.login, Password: options.password }
  const merchant = { ClientID: options.clientId, ...user }

  const ask = async (call: string, fields: object, isOk: (code: string) => boolean): Promise<Record<string, unknown>> => {
    const answer = await askBank(options, `${API}/${call}`, fields)
    const code = textOf(answer.ResponseCode)
    if (isOk(code)) return answer
    if (code === NUMBER_TAKEN) throw new NumberTaken(`${call}: the number is taken`)
    throw new BankRefused(`${call}: the bank answered ${/^[\w.-]{1,10}$/.test(code) ? code : 'nothing known'}`)
  }
  const approved = (code: string): boolean => code === APPROVED
  /** Codes of a payment, which begin with 0: `00` approved, `0116` its action code 116, `0-100` its action code -100. */
  const isKnown = (code: string): boolean => /^0(0$|-?\d{2,7}$)/.test(code)
  const pageOf = (paymentId: string, language: string): string =>
    pageAddress(`${options.url}/Payments/Pay?id=${encodeURIComponent(paymentId)}&lang=${LANGUAGES[language] ?? 'en'}`)

  return {
    provider: options.provider,
    simulated: options.simulated,
    register: async ({ id, number, amount, returnUrl, description, language, clientId }) => {
      const answer = await ask(
        'InitPayment',
        {
          ...merchant,
          OrderID: id,
          Amount: toAmd(amount),
          Currency: DRAM,
          BackURL: returnUrl,
          Description: description,
          Opaque: number,
          Timeout: PAGE_SECONDS,
          ...(clientId ? { CardHolderID: clientId } : {})
        },
        (code) => code === INIT_OK
      )
      const ref = textOf(answer.PaymentID)
      if (ref === '') throw new BankUnavailable('InitPayment: the answer has no reference')
      return { ref, formUrl: pageOf(ref, language) }
    },
    status: async (ref) => readStatus(await ask('GetPaymentDetails', { PaymentID: ref, ...user }, isKnown)),
    refund: async (ref, amount) => void (await ask('RefundPayment', { PaymentID: ref, ...user, Amount: toAmd(amount) }, approved)),
    close: async (ref) => {
      try {
        await ask('CancelPayment', { PaymentID: ref, ...user }, approved)
      } catch (cause) {
        // A bank that cancels only what was paid, or a payment that has ended: its page closes itself by its time limit.
        if (!(cause instanceof BankRefused)) throw cause
      }
    },
    cards: {
      // The bank knows one card by one name.
      clientIdOf: (person, paymentId) => `${person.split('-')[0]}-${paymentId}`,
      list: async (clientId) => (await bindings()).filter((card) => card.clientId === clientId),
      charge: async (ref, { id, number, amount, returnUrl, description, language }, { clientId }) => {
        const answer = await ask(
          'MakeBindingPayment',
          {
            ...merchant,
            OrderID: id,
            Amount: toAmd(amount),
            Currency: DRAM,
            CardHolderID: clientId,
            BackURL: returnUrl,
            Description: description,
            Opaque: number,
            PaymentType: PAYMENT_TYPE
          },
          isKnown
        )
        // Undecided: the issuer wants to see the buyer, on the page of this payment.
        const state = STATE_OF[wholeOf(answer.OrderStatus)]
        return state === 'registered' || state === 'processing' ? { kind: 'confirm', formUrl: pageOf(ref, language) } : { kind: 'decided' }
      },
      unbind: async ({ clientId }) => {
        try {
          await ask('DeactivateBinding', { ...merchant, CardHolderID: clientId, PaymentType: PAYMENT_TYPE }, approved)
        } catch (cause) {
          if (!(cause instanceof BankRefused) || (await bindings()).some((card) => card.clientId === clientId)) throw cause
        }
      }
    }
  }

  async function bindings(): Promise<BoundCard[]> {
    const answer = await ask('GetBindings', { ...merchant, PaymentType: PAYMENT_TYPE }, approved)
    // Both names are misspelt by the bank.
    const found = Array.isArray(answer.CardBindingFileds) ? answer.CardBindingFileds.filter(isRecord) : []
    return found.filter(({ IsAvtive }) => IsAvtive === true).flatMap((each) => cardOf(each.CardHolderID, each.CardPan, each.ExpDate))
  }
}

const amountOf = (value: unknown): Amount => {
  const text = textOf(value)
  return /^\d{1,12}(\.\d{1,2}0*)?$/.test(text) ? fromAmd(Number(text)) : Number.NaN
}

const readStatus = (answer: Record<string, unknown>): PaymentStatus => {
  const code = wholeOf(answer.OrderStatus)
  const state = STATE_OF[code]
  const response = textOf(answer.ResponseCode)
  const asked = amountOf(answer.Amount)
  const taken = amountOf(answer.ApprovedAmount ?? 0)
  const refunded = amountOf(answer.RefundedAmount ?? 0)
  const common = {
    currency: textOf(answer.Currency).padStart(3, '0'),
    actionCode: response === APPROVED ? 0 : wholeOf(response.slice(1)),
    card: cardOf(answer.BindingID ? answer.CardHolderID : '', answer.CardNumber, answer.ExpDate)[0] ?? null
  }
  if (!state || Number.isNaN(common.actionCode)) throw new BankUnavailable('GetPaymentDetails: the answer is not understood')
  if (code === VOID && taken > 0) return { ...common, state: 'refunded', amount: taken, refunded: taken }
  if (state !== 'deposited' && state !== 'refunded') return { ...common, state, amount: asked, refunded: 0 }
  if (!response.startsWith(APPROVED)) throw new BankUnavailable('GetPaymentDetails: status and code of the answer disagree')
  if (!Number.isSafeInteger(taken) || taken <= 0) throw new BankUnavailable('GetPaymentDetails: the answer has no amount')
  return { ...common, state: refunded >= taken ? 'refunded' : 'deposited', amount: taken, refunded }
}

/** The bank knows a binding by the name it was made under. */
const cardOf = (clientId: unknown, cardNumber: unknown, expDate: unknown): BoundCard[] => {
  const [holder, number, expiry] = [textOf(clientId), textOf(cardNumber), textOf(expDate)]
  const lastFour = lastFourOf(number)
  if (holder === '' || lastFour === null || !/^\d{6}$/.test(expiry)) return []
  return [{ clientId: holder, bindingId: holder, brand: brandOf(number), lastFour, expiry }]
}
