import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import { createBank } from '../bank/bank.ts'
import { answerWithFaults } from '../bank/answer-with-faults.ts'
import { bankPages } from '../bank/pages.ts'
import type { Simulator, SimulatorOptions } from '../create.ts'
import { walletWords } from '../wallet/words.ts'
import { acquirerInterface } from './acquirer.ts'
import { standInScript } from './stand-in.ts'

export interface ApplePayLogin {
  merchant: string
  key: () => string
}

const SESSION_MINUTES = 5
const MINUTE_MS = 60_000

/** Apple and an acquirer at the other end of the wire; `standIn` is the script with the sheet for browsers that have none. */
export const createApplePaySimulator = (options: SimulatorOptions, { merchant, key }: ApplePayLogin): Simulator & { standIn: string } => {
  const { folder, origin, shop = origin, now, openPanel } = options
  const path = '/simulator/apple-pay'
  const bank = createBank(join(folder, 'apple-pay.jsonl'), now)
  const api = new Hono()
  api.post('/apple/paymentSession', async (c) => {
    const { merchantIdentifier, initiative, initiativeContext } = await c.req.json<Record<string, unknown>>()
    const prove = (): object =>
      merchantIdentifier === merchant && initiative === 'web' && initiativeContext === new URL(shop).hostname
        ? { merchantSessionIdentifier: randomUUID(), merchantIdentifier, domainName: initiativeContext, ...lasting(now()) }
        : Response.json({ statusCode: '400' }, { status: 400 })
    return answerWithFaults(bank, { call: 'session', ref: null, signal: c.req.raw.signal }, prove, () => Response.json({}, { status: 417 }))
  })
  api.route('/acquirer', acquirerInterface(bank, key))

  const pages = new Hono()
  pages.get('/session.js', (c) => c.body(standInScript(path), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  // What happens on the way from the sheet back to the shop; the sheet does it.
  pages.post('/way-back/:ref', (c) => c.json({ fault: bank.returnFault(c.req.param('ref')) }))
  pages.get('/pay/:ref', (c) => c.redirect(`${shop === origin ? '' : shop}/api/payments/sheet/${c.req.param('ref')}`, 303))
  pages.route(
    '/',
    bankPages(bank, {
      ...{ path, origin, openPanel, backTo: () => undefined },
      face: {
        ...{ words: walletWords('Apple Pay'), hasCards: false, declines: true },
        calls: ['register', 'session', 'token', 'status', 'refund', 'close'],
        notApplicable: { checksum: 'noChecksum', precheck: 'noPrecheck' }
      }
    })
  )
  return {
    ...{ name: 'apple-pay', bank, url: `${origin}${path}`, standIn: `${origin === shop ? '' : origin}${path}/session.js` },
    api: new Hono().route(path, api),
    pages: new Hono().route(path, pages)
  }
}

const lasting = (at: number) => ({ epochTimestamp: at, expiresAt: at + SESSION_MINUTES * MINUTE_MS, nonce: randomUUID(), signature: '' })
