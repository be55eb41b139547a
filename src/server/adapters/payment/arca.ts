import { brandOf, lastFourOf } from '#domain/cards/brand.ts'
import { askBank, isRecord, pageAddress, textOf, wholeOf, type BankLine } from './ask-bank.ts'
import { BankRefused, BankUnavailable, DRAM, NumberTaken, type BoundCard, type CardBank, type PaymentStatus } from './port.ts'

export interface ArcaOptions extends BankLine {
  provider: string
  simulated: boolean
  login: string
  password: string
  /** Bound cards are charged by a second login. */
  bindingLogin: string
  bindingPassword: string
}

/** `errorCode` of the answers. */
const ERROR = { none: 0, numberTaken: 1, access: 5, unknownOrder: 6, system: 7 } as const
const REVERSED = 3
/** `orderStatus`; 1 and 5 are undecided (pre-authorised, with the issuer's 3-D Secure). */
const STATE_OF: Record<number, PaymentStatus['state']> = {
  0: 'registered',
  1: 'processing',
  2: 'deposited',
  4: 'refunded',
  5: 'processing',
  6: 'declined'
}

/** The REST protocol of the ArCa banks. Amounts travel in minor units; no bank calls back, so its status is asked for. */
export const createArca = (options: ArcaOptions): CardBank => {
  const main = { userName: options.login, password: options.password }
  const binding = { userName: options.bindingLogin, password: options.bindingPassword }

  const ask = async (call: string, fields: Record<string, string>): Promise<Record<string, unknown>> => {
    const answer = await askBank(options, `${call}.do`, new URLSearchParams(fields))
    const code = wholeOf(answer.errorCode ?? ERROR.none)
    if (code === ERROR.none) return answer
    if (code === ERROR.numberTaken && call === 'register') throw new NumberTaken('register: the number is taken')
    const text = `${call}: the bank answered error ${code}`
    // The bank's own fault says nothing of the card; elsewhere it also stands for a step that is impossible now.
    if (code === ERROR.system && call === 'paymentOrderBinding') throw new BankUnavailable(text)
    throw new BankRefused(text)
  }

  return {
    provider: options.provider,
    simulated: options.simulated,
    register: async ({ number, amount, returnUrl, description, language, clientId, by }) => {
      const answer = await ask('register', {
        ...(by === 'card' ? binding : main),
        orderNumber: number,
        amount: String(amount),
        currency: DRAM,
        returnUrl,
        description,
        language,
        jsonParams: JSON.stringify({ FORCE_3DS2: 'true' }),
        ...(clientId ? { clientId } : {})
      })
      const ref = textOf(answer.orderId)
      if (ref === '') throw new BankUnavailable('register: the answer has no reference')
      return { ref, formUrl: pageAddress(answer.formUrl) }
    },
    status: async (ref) => readStatus(await ask('getOrderStatusExtended', { ...main, orderId: ref })),
    refund: async (ref, amount) => void (await ask('refund', { ...main, orderId: ref, amount: String(amount) })),
    close: async (ref) => {
      try {
        await ask('reverse', { ...main, orderId: ref })
      } catch (cause) {
        // A bank that reverses only what was paid, or an order that has ended: its page closes itself after twenty minutes.
        if (!(cause instanceof BankRefused)) throw cause
      }
    },
    cards: {
      clientIdOf: (person) => person,
      list: async (clientId) => {
        const { bindings } = await ask('getBindings', { ...binding, clientId })
        return Array.isArray(bindings) ? bindings.flatMap((found) => cardOf(clientId, isRecord(found) ? found : {})) : []
      },
      charge: async (ref, { language }, { bindingId }) => {
        const answer = await ask('paymentOrderBinding', { ...binding, mdOrder: ref, bindingId, language })
        return textOf(answer.acsUrl) === '' ? { kind: 'decided' } : { kind: 'confirm', formUrl: pageAddress(answer.acsUrl) }
      },
      unbind: async ({ clientId, bindingId }) => {
        try {
          await ask('unBindCard', { ...binding, bindingId })
        } catch (cause) {
          if (!(cause instanceof BankRefused)) throw cause
          const { bindings } = await ask('getBindings', { ...binding, clientId })
          const ids = Array.isArray(bindings) ? bindings.map((found) => (isRecord(found) ? textOf(found.bindingId) : '')) : []
          if (ids.includes(bindingId)) throw cause
        }
      }
    }
  }
}

const readStatus = (answer: Record<string, unknown>): PaymentStatus => {
  const info = isRecord(answer.paymentAmountInfo) ? answer.paymentAmountInfo : {}
  const asked = wholeOf(answer.amount)
  const deposited = wholeOf(info.depositedAmount)
  const refunded = wholeOf(info.refundedAmount ?? 0)
  const code = wholeOf(answer.orderStatus)
  const common = { currency: textOf(answer.currency), actionCode: wholeOf(answer.actionCode ?? 0), card: boundBy(answer) }
  // What was reversed before it was paid was never taken.
  const taken = code === REVERSED ? wholeOf(info.approvedAmount ?? 0) : deposited + refunded
  if (code === REVERSED) {
    return taken > 0
      ? { ...common, state: 'refunded', amount: taken, refunded: taken }
      : { ...common, state: 'declined', amount: asked, refunded: 0 }
  }
  const state = STATE_OF[code]
  if (!state || Number.isNaN(common.actionCode)) throw new BankUnavailable('getOrderStatusExtended: the answer is not understood')
  if (state !== 'deposited' && state !== 'refunded') return { ...common, state, amount: asked, refunded: 0 }
  if (!Number.isSafeInteger(taken) || taken <= 0) throw new BankUnavailable('getOrderStatusExtended: the answer has no amount')
  // The bank calls an order refunded also when a part of it was given back.
  return { ...common, state: refunded >= taken ? 'refunded' : 'deposited', amount: taken, refunded }
}

const boundBy = (answer: Record<string, unknown>): BoundCard | null => {
  if (!isRecord(answer.bindingInfo) || !isRecord(answer.cardAuthInfo)) return null
  const { clientId, bindingId } = answer.bindingInfo
  const { maskedPan, pan, expiration } = answer.cardAuthInfo
  return cardOf(textOf(clientId), { bindingId, maskedPan: maskedPan ?? pan, expiryDate: expiration })[0] ?? null
}

const cardOf = (clientId: string, { bindingId, maskedPan, expiryDate }: Record<string, unknown>): BoundCard[] => {
  const [number, expiry] = [textOf(maskedPan), textOf(expiryDate)]
  const lastFour = lastFourOf(number)
  if (textOf(bindingId) === '' || clientId === '' || lastFour === null || !/^\d{6}$/.test(expiry)) return []
  return [{ clientId, bindingId: textOf(bindingId), brand: brandOf(number), lastFour, expiry }]
}
