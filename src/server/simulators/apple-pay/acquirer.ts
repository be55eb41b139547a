import { Hono } from 'hono'
import { answerWithFaults } from '../bank/answer-with-faults.ts'
import { DECISIONS, type Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import type { BankCall } from '../bank/faults.ts'

const refusal = (status: number, message: string): Response => Response.json({ message }, { status })
const unknown = (): Response => refusal(404, 'unknown payment')
const DEEDS: Record<string, BankCall> = { token: 'token', refund: 'refund', close: 'close' }

/** The interface of an acquirer of tokens, below its base address. */
export const acquirerInterface = (bank: Bank, key: () => string): Hono => {
  const app = new Hono()
  app.use(async (c, next) => (c.req.header('authorization') === `Bearer ${key()}` ? next() : refusal(401, 'wrong key')))

  app.post('/payments', async (c) => {
    const { number, amount, currency, description } = await c.req.json<Record<string, unknown>>()
    const register = (): object => {
      const isWhole = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0
      if (typeof number !== 'string' || number === '' || !isWhole || typeof currency !== 'string') return refusal(422, 'bad payment')
      const order = { number, amount, currency, description: String(description), returnUrl: '', language: 'en', clientId: null }
      const id = bank.refOf(number) ?? bank.register(order) ?? bank.refOf(number)
      return id && bank.order(id)?.amount === amount ? { id } : refusal(409, 'another payment has this number')
    }
    return answerWithFaults(bank, { call: 'register', ref: null, signal: c.req.raw.signal }, register, unknown)
  })
  app.get('/payments/:id', (c) => {
    const ref = c.req.param('id')
    return answerWithFaults(bank, { call: 'status', ref, signal: c.req.raw.signal }, () => statusOf(bank, bank.order(ref)), unknown)
  })
  app.post('/payments/:id/:deed', async (c) => {
    const [ref, call] = [c.req.param('id'), DEEDS[c.req.param('deed')]]
    if (!call) return c.notFound()
    const body = await c.req.json<Record<string, unknown>>()
    return answerWithFaults(bank, { call, ref, signal: c.req.raw.signal }, () => act(bank, ref, call, body), unknown)
  })
  return app
}

const act = (bank: Bank, ref: string, call: BankCall, { token, amount }: Record<string, unknown>): object => {
  const order = bank.order(ref)
  if (!order) return unknown()
  if (call === 'refund') return bank.refund(ref, Number(amount)) ? {} : refusal(409, 'impossible')
  if (call === 'close') return bank.reverse(ref) ? {} : refusal(409, 'impossible')
  const decision = decisionIn(token)
  if (!decision) return refusal(422, 'the token cannot be read')
  if (order.state === 'registered') bank.decide(ref, decision)
  return {}
}

/** What the stand-in's person chose: in place of the encrypted card. */
const decisionIn = (token: unknown): (typeof DECISIONS)[number] | undefined => {
  const { paymentData } = (token ?? {}) as { paymentData?: { data?: unknown } }
  const said = Buffer.from(typeof paymentData?.data === 'string' ? paymentData.data : '', 'base64').toString()
  return DECISIONS.find((each) => each === said)
}

const STATE = { registered: 'open', confirm: 'processing', deposited: 'paid', declined: 'declined', closed: 'closed', reversed: 'refunded' }

const statusOf = (bank: Bank, order: BankOrder | null): object => {
  if (!order) return unknown()
  const state = bank.isShown(order) ? order.state : 'registered'
  const isTaken = state === 'deposited' || state === 'reversed'
  const said = state === 'deposited' && order.refunded >= order.taken ? 'refunded' : STATE[state]
  const { actionCode, currency } = order
  return { state: said, amount: isTaken ? order.taken : order.amount, refunded: isTaken ? order.refunded : 0, currency, actionCode }
}
