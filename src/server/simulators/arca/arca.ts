import { Hono } from 'hono'
import { answerWithFaults } from '../bank/answer-with-faults.ts'
import type { Bank } from '../bank/bank.ts'
import type { BankOrder, Binding } from '../bank/book.ts'
import { EXPIRY, maskOf } from '../bank/cards.ts'
import type { BankCall } from '../bank/faults.ts'

/** Logins that the simulated bank accepts: the second one for bound cards. */
export interface ArcaLogins {
  login: string
  password: string
  bindingLogin: string
  bindingPassword: string
}

const OK = { errorCode: '0', errorMessage: 'Success' }
const error = (code: number, text: string): object => ({ errorCode: String(code), errorMessage: text })
const UNKNOWN = error(6, 'Unregistered orderId')
const DENIED = error(5, 'Access denied')
const IMPOSSIBLE = error(7, 'Impossible for the current transaction state')
const CALLS: Record<string, BankCall> = {
  'register.do': 'register',
  'getOrderStatusExtended.do': 'status',
  'refund.do': 'refund',
  'reverse.do': 'close',
  'paymentOrderBinding.do': 'charge',
  'getBindings.do': 'bindings',
  'unBindCard.do': 'unbind'
}
const FOR_BINDINGS: readonly BankCall[] = ['charge', 'bindings', 'unbind']

/** The REST interface of an ArCa bank, below its base address. `pageOf` is the address of a payment's page. */
export const arcaInterface = (bank: Bank, logins: ArcaLogins, pageOf: (ref: string, language: string) => string): Hono => {
  const app = new Hono()
  app.post('/:call', async (c) => {
    const call = CALLS[c.req.param('call')]
    if (!call) return c.notFound()
    const body = await c.req.parseBody()
    const field = (name: string): string => (typeof body[name] === 'string' ? body[name] : '')
    const ref = field('orderId') || field('mdOrder') || null
    return answerWithFaults(
      bank,
      { call, ref, signal: c.req.raw.signal },
      () => answer(call, field),
      () => UNKNOWN
    )
  })

  const answer = (call: BankCall, field: (name: string) => string): object => {
    const main = field('userName') === logins.login && field('password') === logins.password
    const binding = field('userName') === logins.bindingLogin && field('password') === logins.bindingPassword
    if (FOR_BINDINGS.includes(call) ? !binding : !main && !(call === 'register' && binding)) return DENIED
    if (call === 'register') return register(field)
    if (call === 'bindings') return { ...OK, bindings: bindingsOf(field('clientId')) }
    if (call === 'unbind') return bank.unbind(field('bindingId')) ? OK : error(2, 'Binding not found')
    const ref = field('orderId') || field('mdOrder')
    const order = bank.order(ref)
    if (!order) return UNKNOWN
    if (call === 'status') return statusOf(bank, order)
    if (call === 'refund') return bank.refund(ref, Number(field('amount'))) ? OK : IMPOSSIBLE
    if (call === 'close') return bank.reverse(ref) ? OK : IMPOSSIBLE
    const bound = bank.bindings().find(({ id }) => id === field('bindingId'))
    if (!bank.charge(ref, bound)) return error(2, 'Binding not found')
    const charged = bank.order(ref)
    return charged?.state === 'confirm'
      ? { ...OK, acsUrl: pageOf(ref, order.language) }
      : { ...OK, redirect: `${order.returnUrl}&orderId=${ref}`, info: 'Your payment was processed' }
  }

  const register = (field: (name: string) => string): object => {
    const amount = Number(field('amount'))
    if (field('orderNumber') === '' || !URL.canParse(field('returnUrl'))) return error(4, 'A parameter is missing')
    if (!/^(051|840|978|643)$/.test(field('currency'))) return error(3, 'Unknown currency')
    if (!Number.isSafeInteger(amount) || amount <= 0) return error(5, 'Wrong amount')
    const ref = bank.register({
      ...{ number: field('orderNumber'), amount, currency: field('currency'), returnUrl: field('returnUrl') },
      ...{ description: field('description'), language: field('language'), clientId: field('clientId') || null }
    })
    return ref === null
      ? error(1, 'An order with this number is registered')
      : { ...OK, orderId: ref, formUrl: pageOf(ref, field('language')) }
  }

  const bindingsOf = (clientId: string): object[] =>
    bank
      .bindings()
      .filter((each) => each.clientId === clientId)
      .map(({ id, card }: Binding) => ({ bindingId: id, maskedPan: maskOf(card), expiryDate: EXPIRY }))
  return app
}

const PAYMENT_STATE = {
  registered: 'CREATED',
  confirm: 'CREATED',
  deposited: 'DEPOSITED',
  declined: 'DECLINED',
  closed: 'REVERSED',
  reversed: 'REVERSED'
}
const ORDER_STATUS = { registered: 0, confirm: 5, deposited: 2, declined: 6, closed: 3, reversed: 3 }
const REFUNDED = 4

const statusOf = (bank: Bank, order: BankOrder): object => {
  const state = bank.isShown(order) ? order.state : 'registered'
  const taken = state === 'deposited' || state === 'reversed' ? order.taken : 0
  const isRefunded = state === 'deposited' && order.refunded > 0
  return {
    ...OK,
    orderNumber: order.number,
    orderStatus: isRefunded ? REFUNDED : ORDER_STATUS[state],
    actionCode: order.actionCode,
    amount: order.amount,
    currency: order.currency,
    ip: '127.0.0.1',
    ...(order.card ? { cardAuthInfo: { maskedPan: maskOf(order.card), expiration: EXPIRY } } : {}),
    ...(order.bindingId && order.clientId ? { bindingInfo: { clientId: order.clientId, bindingId: order.bindingId } } : {}),
    paymentAmountInfo: {
      paymentState: isRefunded ? 'REFUNDED' : PAYMENT_STATE[state],
      approvedAmount: taken,
      depositedAmount: state === 'deposited' ? taken - order.refunded : 0,
      refundedAmount: state === 'deposited' ? order.refunded : 0
    }
  }
}
