import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fromAmd, toAmd } from '#domain/money.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { formatDay } from '#domain/time/format-day.ts'
import type { Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import type { Fault } from '../bank/faults.ts'
import type { ShopCall } from './tell-shop.ts'

export interface IdramLogin {
  account: string
  secret: () => string
}

const MAX_FORM = 4_096
const PAYER = '200000007'
const LOCALE_OF: Record<string, string> = { AM: 'hy', EN: 'en', RU: 'ru' }
/** A bill that timed out, or is paid by two at once, is in the books again under a number of its own. */
export const billOf = ({ number }: Pick<BankOrder, 'number'>): string => number.split('#')[0] ?? ''

/** Where the browser brings the form: `returnUrl` is the shop's SUCCESS_URL and FAIL_URL, which Idram's staff enters. */
export const idramForm = (bank: Bank, { account }: IdramLogin, returnUrl: string, payPath: (ref: string) => string): Hono => {
  const app = new Hono()
  app.post('/Payment/GetPayment', bodyLimit({ maxSize: MAX_FORM }), async (c) => {
    const body = await c.req.parseBody()
    const fields = Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    const field = (name: string): string => fields.find(([each]) => each === name)?.[1] ?? ''
    const [bill, amount] = [field('EDP_BILL_NO'), field('EDP_AMOUNT')]
    if (field('EDP_REC_ACCOUNT') !== account || bill === '' || !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) return c.text('Bad request', 400)
    const back = new URL(returnUrl)
    for (const [name, value] of fields) if (!name.startsWith('EDP_')) back.searchParams.set(name, value)
    const language = LOCALE_OF[field('EDP_LANGUAGE')] ?? 'en'
    const earlier = bank.orders().filter((order) => billOf(order) === bill)
    const open = earlier.find(({ ref }) => bank.order(ref)?.state !== 'declined')
    const ref =
      open?.ref ??
      bank.register({
        ...{ number: earlier.length > 0 ? `${bill}#${earlier.length}` : bill, amount: fromAmd(Number(amount)), currency: '051' },
        ...{ returnUrl: back.href, description: field('EDP_DESCRIPTION'), language, clientId: null }
      })
    return c.redirect(`${payPath(ref ?? '')}?language=${language}`, 303)
  })
  return app
}

const WRONG_BY = 1

/** Asks whether the bill may be paid; `spoilt`: for another sum, which the shop has to refuse. */
export const idramPrecheck = (url: string, { account }: IdramLogin, order: BankOrder, spoilt: boolean): ShopCall => ({
  url,
  fields: {
    EDP_PRECHECK: 'YES',
    EDP_BILL_NO: billOf(order),
    EDP_REC_ACCOUNT: account,
    EDP_AMOUNT: (toAmd(order.amount) + (spoilt ? WRONG_BY : 0)).toFixed(2)
  }
})

/** Confirms that the bill was paid. */
export const idramConfirmation = (
  url: string,
  { account, secret }: IdramLogin,
  order: BankOrder,
  forged: Fault | null
): ShopCall | null => {
  if (order.state !== 'deposited') return null
  const bill = forged === 'unknown' ? 'nobody' : billOf(order)
  const amount = toAmd(order.taken).toFixed(2)
  const id = order.ref.replaceAll(/\D/g, '').padEnd(14, '0').slice(0, 14)
  const date = formatDay(yerevan(order.createdAt).date)
  const checksum = createHash('md5').update(`${account}:${amount}:${secret()}:${bill}:${PAYER}:${id}:${date}`).digest('hex').toUpperCase()
  return {
    url,
    fields: {
      EDP_BILL_NO: bill,
      EDP_REC_ACCOUNT: account,
      EDP_PAYER_ACCOUNT: PAYER,
      EDP_AMOUNT: amount,
      EDP_TRANS_ID: id,
      EDP_TRANS_DATE: date,
      EDP_CHECKSUM: forged === 'checksum' ? checksum.replace(/^./, (first) => (first === '0' ? '1' : '0')) : checksum
    }
  }
}
