import { Hono } from 'hono'
import { fromAmd, toAmd } from '#domain/money.ts'
import { answerWithFaults } from '../bank/answer-with-faults.ts'
import type { Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import { EXPIRY, maskOf } from '../bank/cards.ts'
import type { BankCall } from '../bank/faults.ts'

export interface AmeriaLogin {
  clientId: string
  login: string
  password: string
}

const APPROVED = { ResponseCode: '00', ResponseMessage: 'Approved' }
const error = (code: string, text: string): object => ({ ResponseCode: code, ResponseMessage: text })
const UNKNOWN = error('550', 'No such payment')
const DENIED = error('20', 'Incorrect Username and Password')
const FAILED = error('0341041', 'Refund failed')
const CALLS: Record<string, BankCall> = {
  InitPayment: 'register',
  GetPaymentDetails: 'status',
  RefundPayment: 'refund',
  CancelPayment: 'close',
  MakeBindingPayment: 'charge',
  GetBindings: 'bindings',
  DeactivateBinding: 'unbind'
}
const WITH_CLIENT: readonly BankCall[] = ['register', 'charge', 'bindings', 'unbind']

/** Ameriabank's vPOS 3.1 below `/api/VPOS`. A bound card is charged for the order that was begun under its number. */
export const ameriaInterface = (bank: Bank, login: AmeriaLogin): Hono => {
  const app = new Hono()
  app.post('/:call', async (c) => {
    const call = CALLS[c.req.param('call')]
    if (!call) return c.notFound()
    // A body that is no JSON has no fields.
    const body: Record<string, unknown> = await c.req.json().catch(() => ({}))
    const ref = typeof body.PaymentID === 'string' ? body.PaymentID : call === 'charge' ? bank.refOf(String(body.OrderID)) : null
    return answerWithFaults(
      bank,
      { call, ref, signal: c.req.raw.signal },
      () => answer(call, body, ref),
      () => UNKNOWN
    )
  })

  const answer = (call: BankCall, body: Record<string, unknown>, ref: string | null): object => {
    const known = body.Username === login.login && body.Password === login.password
    if (!known || (WITH_CLIENT.includes(call) && body.ClientID !== login.clientId)) return DENIED
    if (call === 'register') return register(body)
    const bound = bank.bindings().find(({ clientId }) => clientId === body.CardHolderID)
    if (call === 'bindings')
      return {
        ...APPROVED,
        CardBindingFileds: bank
          .bindings()
          .map(({ clientId, card }) => ({ CardHolderID: clientId, CardPan: maskOf(card), ExpDate: EXPIRY, IsAvtive: true }))
      }
    if (call === 'unbind')
      return bound && bank.unbind(bound.id) ? { ...APPROVED, CardHolderID: bound.clientId } : error('05', 'Incorrect Parameters')
    const order = ref === null ? null : bank.order(ref)
    if (!order || ref === null) return UNKNOWN
    if (call === 'status') return detailsOf(bank, order)
    if (call === 'refund') return bank.refund(ref, fromAmd(Number(body.Amount))) ? APPROVED : FAILED
    if (call === 'close') return bank.reverse(ref) ? APPROVED : error('071015', 'Impossible now')
    if (!bank.charge(ref, bound)) return error('05', 'Incorrect Parameters')
    return { PaymentID: ref, ...detailsOf(bank, bank.order(ref) ?? order) }
  }

  const register = (body: Record<string, unknown>): object => {
    const amount = fromAmd(Number(body.Amount))
    const valid = Number.isInteger(body.OrderID) && amount > 0 && typeof body.BackURL === 'string' && URL.canParse(body.BackURL)
    if (!valid) return { PaymentID: '', ...error('05', 'Incorrect Parameters') }
    const ref = bank.register({
      ...{ number: String(body.OrderID), amount, currency: String(body.Currency ?? '051'), returnUrl: String(body.BackURL) },
      ...{
        description: String(body.Description ?? ''),
        language: '',
        clientId: typeof body.CardHolderID === 'string' ? body.CardHolderID : null
      }
    })
    return ref === null
      ? { PaymentID: '', ...error('01', 'Order already exists') }
      : { PaymentID: ref, ResponseCode: 1, ResponseMessage: 'OK' }
  }
  return app
}

const ORDER_STATUS = { registered: 0, confirm: 5, deposited: 2, declined: 6, closed: 3, reversed: 3 }
const PAYMENT_STATE = {
  ...{ registered: 'payment_started', confirm: 'payment_autoauthorized', deposited: 'Successful' },
  ...{ declined: 'payment_declined', closed: 'payment_void', reversed: 'payment_void' }
}
const REFUNDED = 4

const detailsOf = (bank: Bank, order: BankOrder): object => {
  const state = bank.isShown(order) ? order.state : 'registered'
  const taken = state === 'deposited' || state === 'reversed' ? order.taken : 0
  const isRefunded = state === 'deposited' && order.refunded > 0
  const code = state === 'deposited' || state === 'reversed' ? '00' : `0${order.actionCode}`
  return {
    Amount: toAmd(order.amount),
    ApprovedAmount: toAmd(taken),
    DepositedAmount: toAmd(state === 'deposited' ? taken - order.refunded : 0),
    RefundedAmount: toAmd(state === 'deposited' ? order.refunded : 0),
    Currency: order.currency,
    OrderID: Number(order.number),
    OrderStatus: isRefunded ? REFUNDED : ORDER_STATUS[state],
    PaymentState: isRefunded ? 'payment_refunded' : PAYMENT_STATE[state],
    ResponseCode: code,
    ActionCode: String(order.actionCode),
    ...(order.card ? { CardNumber: maskOf(order.card), ExpDate: EXPIRY } : {}),
    ...(order.bindingId && order.clientId ? { CardHolderID: order.clientId, BindingID: order.bindingId } : {})
  }
}
