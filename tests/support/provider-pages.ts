import { setTimeout as sleep } from 'node:timers/promises'
import type { BankOrder } from '#server/simulators/bank/book.ts'
import { billOf } from '#server/simulators/wallet/idram.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'

/** A browser that loads a page of the shop or a provider until something comes, without following it elsewhere. */
export type Browse = (address: string, init?: RequestInit) => Promise<Response>
export type Action = 'approve' | 'funds'

/** The pages of a simulated payment provider, as a buyer goes through them. */
export interface ProviderPages {
  /** Its path, and the file of its books. */
  name: string
  paymentId: number
  /** Without an answer to questions: what became of a payment is told by its calls alone, which it repeats until they are heard. */
  onlyTells: boolean
  /** Has a call that gives money back; otherwise people pay it out by hand. */
  givesBack: boolean
  /** What the shop knows a payment of its books by. */
  refOf: (order: BankOrder) => string
  /** From the address that the shop leads to, to the page where the buyer decides. */
  arrive: (browse: Browse, address: string) => Promise<string>
  /** Decides; returns where the buyer is led. */
  decide: (browse: Browse, page: string, action: Action) => Promise<string>
}

/** Where an answer leads, in full. */
const ledTo = (response: Response, from: string): string => {
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || !location) throw new Error(`${from} answered ${response.status}`)
  return new URL(location, response.url).href
}
const goOn = async (browse: Browse, address: string): Promise<string> => ledTo(await browse(address), address)
const pressButton = async (browse: Browse, page: string, action: Action): Promise<string> =>
  ledTo(await browse(page, { method: 'POST', body: new URLSearchParams({ action }) }), page)

/** The form of a page, and its fields as they would be sent. */
export const formIn = (page: string): { action: string; fields: URLSearchParams } => {
  const html = page.replaceAll('&amp;', '&')
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return { action: /action="([^"]+)"/.exec(html)?.[1] ?? '', fields: new URLSearchParams(fields) }
}

/** The shop's page brings its fields to the wallet. */
const bringForm = async (browse: Browse, address: string): Promise<string> => {
  const { action, fields } = formIn(await (await browse(address)).text())
  return ledTo(await browse(action, { method: 'POST', body: fields }), address)
}

/** The sheet is open over a page of the shop; it stays open while the acquirer does not answer. */
const authorize = async (browse: Browse, page: string, action: Action): Promise<string> => {
  // The shop leads to a path of its own.
  const { pathname } = new URL(page, 'http://shop')
  const body = JSON.stringify({ paymentData: { version: 'EC_v1', data: btoa(action) } })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  for (let tries = 0; tries < 100; tries += 1) {
    const { paid } = (await (await browse(`${pathname}/token`, init)).json()) as { paid?: boolean }
    if (paid || action !== 'approve') return `/api/payments/return?language=en&orderId=${pathname.split('/').at(-1) ?? ''}`
    await sleep(200)
  }
  throw new Error(`${page} took no money`)
}

const stay = (_: Browse, address: string): Promise<string> => Promise.resolve(address)
const bank = { onlyTells: false, givesBack: true, refOf: ({ ref }: BankOrder): string => ref, arrive: stay, decide: pressButton }

export const PROVIDER_PAGES = {
  arca: { ...bank, name: 'arca', paymentId: PAYMENT_METHOD.ARCA },
  ameria: { ...bank, name: 'ameria', paymentId: PAYMENT_METHOD.ARCA, arrive: goOn },
  idram: { ...bank, name: 'idram', paymentId: PAYMENT_METHOD.IDRAM, onlyTells: true, givesBack: false, refOf: billOf, arrive: bringForm },
  telcell: { ...bank, name: 'telcell', paymentId: PAYMENT_METHOD.TELCELL, onlyTells: true, givesBack: false, refOf: billOf, arrive: goOn },
  fastshift: { ...bank, name: 'fastshift', paymentId: PAYMENT_METHOD.FAST_SHIFT, givesBack: false, refOf: ({ number }) => number },
  'apple-pay': { ...bank, name: 'apple-pay', paymentId: PAYMENT_METHOD.APPLE_PAY, decide: authorize }
} as const satisfies Record<string, ProviderPages>
export type ProviderName = keyof typeof PROVIDER_PAGES
