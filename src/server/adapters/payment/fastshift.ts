import { randomUUID } from 'node:crypto'
import { fromAmd, toAmd, type Amount } from '#domain/money.ts'
import { askBank, isRecord, pageAddress, textOf, wholeOf, type BankLine } from './ask-bank.ts'
import { BankUnavailable, DRAM, type CardBank, type PaymentProvider, type PaymentStatus } from './port.ts'

export interface FastShiftOptions extends BankLine {
  provider: string
  simulated: boolean
  token: () => string
}

const REJECTED = 100
const TIMED_OUT = -2007
const STATE_OF: Record<string, Pick<PaymentStatus, 'state' | 'actionCode'>> = {
  pending: { state: 'registered', actionCode: 0 },
  completed: { state: 'deposited', actionCode: 0 },
  rejected: { state: 'declined', actionCode: REJECTED },
  expired: { state: 'declined', actionCode: TIMED_OUT }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * PayByFastShift: JSON with a bearer token; only whole drams. What it sends to the shop is unsigned, so the status is asked for every time.
 * It has no call that gives money back.
 */
export const createFastShift = (options: FastShiftOptions): PaymentProvider & Required<Pick<CardBank, 'status'>> => {
  const ask = async (call: string, body: object | null): Promise<Record<string, unknown>> => {
    const answer = await askBank(options, call, body, { Authorization: `Bearer ${options.token()}` })
    return isRecord(answer.data) ? answer.data : answer
  }
  return {
    provider: options.provider,
    simulated: options.simulated,
    cards: null,
    register: async ({ number, amount, returnUrl, description }) => {
      // Of each call: a page whose address was lost is nobody's.
      const ref = randomUUID()
      const { redirect_url: formUrl } = await ask('order/register', {
        ...{ order_number: ref, amount: toAmd(amount), description, external_order_id: number },
        ...{ callback_url: returnUrl, webhook_url: new URL('/api/payments/notices/fastshift', returnUrl).href }
      })
      return { ref, formUrl: pageAddress(formUrl) }
    },
    status: async (ref, asked) => readStatus(await ask(`order/status/${encodeURIComponent(ref)}`, null), asked),
    notices: {
      read: ({ order_number: ref = '' }) => (UUID.test(ref) ? { kind: 'changed', ref } : null),
      // Says the same of every order.
      answer: () => 'OK'
    }
  }
}

/** `asked`: what was registered under this number, which counts where the answer names no amount. */
const readStatus = (answer: Record<string, unknown>, asked: Amount | undefined): PaymentStatus => {
  const said = STATE_OF[textOf(answer.status).toLowerCase()]
  const named = answer.amount === undefined ? asked : fromAmd(wholeOf(answer.amount))
  if (!said || named === undefined || !Number.isSafeInteger(named) || named <= 0)
    throw new BankUnavailable('order/status: the answer is not understood')
  const currency = textOf(answer.currency)
  return { ...said, amount: named, refunded: 0, currency: currency === '' || currency === 'AMD' ? DRAM : currency, card: null }
}
