import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import { ameriaInterface, type AmeriaLogin } from './ameria/ameria.ts'
import { arcaInterface, type ArcaLogins } from './arca/arca.ts'
import { createBank, type Bank } from './bank/bank.ts'
import { bankPages } from './bank/pages.ts'
import { BANK_FACE } from './bank/face.ts'
import type { Wire } from './wallet/tell-shop.ts'
import { DRAM_PATH, readBankStyle, readDram, STYLE_PATH } from './bank/style.ts'

export interface SimulatorOptions {
  /** Folder of the books. */
  folder: string
  /** Where people reach the pages. */
  origin: string
  /** Where the shop listens that wallets call; absent: at the same place. */
  shop?: string
  now: () => number
  /** Whether anybody may cause faults of all payments. */
  openPanel: boolean
}

/** A provider at the other end of the wire. */
export interface Simulator {
  name: string
  bank: Bank
  /** How it calls the shop, and tells it about a payment; absent where it only answers. */
  wire?: Wire
  tell?: (ref: string) => Promise<void>
  /** Base address of its interface. */
  url: string
  /** What the shop calls. */
  api: Hono
  /** What people see, below /simulator/<name>. */
  pages: Hono
}

export const createArcaSimulator = ({ folder, origin, now, openPanel }: SimulatorOptions, logins: ArcaLogins): Simulator => {
  const path = '/simulator/arca'
  const bank = createBank(join(folder, 'arca.jsonl'), now)
  const pageOf = (ref: string, language: string): string => `${origin}${path}/pay/${ref}?language=${encodeURIComponent(language)}`
  const pages = bankPages(bank, {
    path,
    origin,
    openPanel,
    face: BANK_FACE,
    backTo: (back, { ref }) => back.searchParams.set('orderId', ref)
  })
  const api = new Hono().route(`${path}/payment/rest`, arcaInterface(bank, logins, pageOf))
  return { name: 'arca', bank, url: `${origin}${path}/payment/rest`, api, pages: new Hono().route(path, pages) }
}

const LOCALE_OF: Record<string, string> = { am: 'hy', en: 'en', ru: 'ru' }

export const createAmeriaSimulator = ({ folder, origin, now, openPanel }: SimulatorOptions, login: AmeriaLogin): Simulator => {
  const path = '/simulator/ameria'
  const bank = createBank(join(folder, 'ameria.jsonl'), now)
  const pages = bankPages(bank, {
    ...{ path, origin, openPanel, face: BANK_FACE },
    backTo: (back, { ref, number, state }) => {
      back.searchParams.set('orderID', number)
      // The bank's own spelling.
      back.searchParams.set('resposneCode', state === 'deposited' ? '00' : '0100')
      back.searchParams.set('paymentID', ref)
    }
  })
  pages.get('/Payments/Pay', (c) =>
    c.redirect(`${path}/pay/${encodeURIComponent(c.req.query('id') ?? '')}?language=${LOCALE_OF[c.req.query('lang') ?? ''] ?? 'en'}`)
  )
  const api = new Hono().route(`${path}/api/VPOS`, ameriaInterface(bank, login))
  return { name: 'ameria', bank, url: `${origin}${path}`, api, pages: new Hono().route(path, pages) }
}

/** A login that only this process knows. */
export const randomLogin = (): string => randomBytes(12).toString('hex')

/** What the pages of all simulators share. */
export const mountStyles = (app: Hono): void => {
  const [css, dram] = [readBankStyle(), readDram()]
  const headers = (type: string) => ({ 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  app.get(STYLE_PATH, (c) => c.body(css, 200, headers('text/css; charset=utf-8')))
  app.get(DRAM_PATH, (c) => c.body(dram, 200, headers('font/woff2')))
}
