import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { fromAmd, toAmd } from '#domain/money.ts'
import type { Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import type { Fault } from '../bank/faults.ts'
import { billOf } from './idram.ts'
import type { ShopCall } from './tell-shop.ts'

export interface TelcellLogin {
  shop: string
  key: () => string
}

const LOCALE_OF: Record<string, string> = { am: 'hy', en: 'en', ru: 'ru' }
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Where an invoice arrives by its address; `returnUrl` is the shop's REDIRECT_URL. */
export const telcellInvoices = (bank: Bank, { shop, key }: TelcellLogin, returnUrl: string, payPath: (ref: string) => string): Hono => {
  const app = new Hono()
  app.get('/invoices', (c) => {
    const field = (name: string): string => c.req.query(name) ?? ''
    const [price, product, issuerId] = [field('price'), field('product'), field('issuer_id')]
    const code = md5(key() + field('issuer') + field('currency') + price + product + issuerId + field('valid_days'))
    const isOurs =
      field('action') === 'PostInvoice' && field('issuer') === shop && field('currency') === '֏' && code === field('security_code')
    if (!isOurs || !/^\d{1,10}$/.test(price)) return c.text('Bad request', 400)
    const number = Buffer.from(issuerId, 'base64').toString()
    const back = new URL(returnUrl)
    back.searchParams.set('issuer_id', issuerId)
    const language = LOCALE_OF[field('lang')] ?? 'en'
    const ref =
      bank.refOf(number) ??
      bank.register({
        ...{ number, amount: fromAmd(Number(price)), currency: '051', returnUrl: back.href, language, clientId: null },
        description: Buffer.from(product, 'base64').toString()
      })
    return c.redirect(`${payPath(ref ?? '')}?language=${language}`, 303)
  })
  return app
}

/** Tells that an invoice was paid or rejected. */
export const telcellResult = (url: string, { key }: TelcellLogin, order: BankOrder, forged: Fault | null): ShopCall | null => {
  if (order.state !== 'deposited' && order.state !== 'declined') return null
  const digits = order.ref.replaceAll(/\D/g, '').padEnd(12, '0')
  const fields = {
    invoice: digits.slice(0, 8),
    issuer_id: base64(forged === 'unknown' ? '1' : billOf(order)),
    payment_id: digits.slice(4, 12),
    currency: String(Number(order.currency)),
    sum: String(toAmd(order.state === 'deposited' ? order.taken : order.amount)),
    time: new Date(order.createdAt).toISOString().slice(0, 19).replace('T', ' '),
    status: order.state === 'deposited' ? 'PAID' : 'REJECTED'
  }
  const checksum = md5(key() + Object.values(fields).join(''))
  return { url, fields: { ...fields, checksum: forged === 'checksum' ? md5(checksum) : checksum } }
}
