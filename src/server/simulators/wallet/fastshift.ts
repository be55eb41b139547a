import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { fromAmd, toAmd } from '#domain/money.ts'
import { answerWithFaults } from '../bank/answer-with-faults.ts'
import type { Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import type { Fault } from '../bank/faults.ts'
import type { ShopCall } from './tell-shop.ts'

const STATUS = {
  registered: 'pending',
  confirm: 'pending',
  deposited: 'completed',
  declined: 'rejected',
  closed: 'expired',
  reversed: 'expired'
}
const statusOf = (bank: Bank, order: BankOrder): string => STATUS[bank.isShown(order) ? order.state : 'registered']
const refusal = (status: number, message: string): Response => Response.json({ message }, { status })
const notFound = (): Response => refusal(404, 'Order not found')

/** The page speaks the language that the buyer comes back in. */
const languageOf = (callback: string): string => new URL(callback).searchParams.get('language') ?? 'en'

/** The JSON interface of FastShift, below its base address. */
export const fastshiftInterface = (bank: Bank, token: () => string, pageOf: (ref: string) => string): Hono => {
  const app = new Hono()
  const isShop = (header: string | undefined): boolean => header === `Bearer ${token()}`

  app.post('/order/register', async (c) => {
    const body: Record<string, unknown> = await c.req.json()
    const field = (name: string): string => (typeof body[name] === 'string' ? body[name] : '')
    return answerWithFaults(
      bank,
      { call: 'register', ref: null, signal: c.req.raw.signal },
      () => {
        if (!isShop(c.req.header('authorization'))) return refusal(401, 'Unauthorized')
        const amount = Number(body.amount)
        const number = field('order_number')
        if (!/^[0-9a-f-]{36}$/.test(number) || !Number.isSafeInteger(amount) || amount <= 0 || !URL.canParse(field('callback_url')))
          return refusal(422, 'INVALID_DATA')
        const ref = bank.register({
          ...{ number, amount: fromAmd(amount), currency: '051', returnUrl: field('callback_url'), webhookUrl: field('webhook_url') },
          ...{ description: field('description'), language: languageOf(field('callback_url')), clientId: null }
        })
        return ref
          ? {
              data: {
                order_number: number,
                status: 'pending',
                redirect_url: `${pageOf(ref)}?language=${languageOf(field('callback_url'))}`
              }
            }
          : refusal(422, 'INVALID_DATA')
      },
      notFound
    )
  })
  app.get('/order/status/:number', (c) => {
    const ref = bank.refOf(c.req.param('number'))
    return answerWithFaults(
      bank,
      { call: 'status', ref, signal: c.req.raw.signal },
      () => {
        if (!isShop(c.req.header('authorization'))) return refusal(401, 'Unauthorized')
        const order = ref && bank.order(ref)
        if (!order) return notFound()
        const amount = toAmd(order.state === 'deposited' ? order.taken : order.amount)
        const currency = order.currency === '051' ? 'AMD' : 'USD'
        return { data: { order_number: order.number, status: statusOf(bank, order), amount, currency } }
      },
      notFound
    )
  })
  return app
}

/** Tells that something happened to an order. Unsigned, as the vendor does. */
export const fastshiftWebhook = (bank: Bank, order: BankOrder, forged: Fault | null): ShopCall | null => {
  if (!order.webhookUrl || statusOf(bank, order) === 'pending') return null
  const fields = { status: statusOf(bank, order), order_number: forged === 'unknown' ? randomUUID() : order.number }
  return { url: order.webhookUrl, isJson: true, fields }
}

/** What the browser brings back. */
export const fastshiftBack = (bank: Bank, back: URL, order: BankOrder): void => {
  back.searchParams.set('status', statusOf(bank, order))
  back.searchParams.set('order_number', order.number)
}
