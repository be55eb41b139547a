import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { createBank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import type { Face } from '../bank/face.ts'
import { bankPages } from '../bank/pages.ts'
import type { Simulator, SimulatorOptions } from '../create.ts'
import { fastshiftBack, fastshiftInterface, fastshiftWebhook } from './fastshift.ts'
import { idramConfirmation, idramForm, idramPrecheck, type IdramLogin } from './idram.ts'
import { telcellInvoices, telcellResult, type TelcellLogin } from './telcell.ts'
import { callShop, createWire, tellShop } from './tell-shop.ts'
import { walletWords } from './words.ts'

/** A secret that all processes of a shop share with its simulated wallets: calls of one process may arrive at another. */
export const sharedSecret = (folder: string): (() => string) => {
  let secret: string | undefined
  return () => (secret ??= readSecret(folder))
}

const readSecret = (folder: string): string => {
  const file = join(folder, 'secret')
  mkdirSync(folder, { recursive: true })
  const own = join(folder, `secret-${randomBytes(6).toString('hex')}`)
  writeFileSync(own, randomBytes(16).toString('hex'), { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch {
    // Another process, or an earlier one, has written it.
  }
  rmSync(own)
  return readFileSync(file, 'utf8')
}

type Common = Pick<Face, 'notApplicable' | 'calls' | 'declines' | 'mayTake'> & { title: string }

/** What simulated wallets share: books, pages and the way they tell the shop. */
const walletAt = (name: string, { folder, origin, shop = origin, now, openPanel }: SimulatorOptions) => {
  const path = `/simulator/${name}`
  const bank = createBank(join(folder, `${name}.jsonl`), now)
  const wire = createWire()
  return {
    ...{ path, bank, wire },
    result: `${shop}/api/payments/notices/${name}`,
    back: `${shop}/api/payments/return`,
    payPath: (ref: string) => `${path}/pay/${ref}`,
    finish: (
      { title, ...common }: Common,
      { callOf, backTo }: { callOf: Parameters<typeof tellShop>[3]; backTo: (back: URL, order: BankOrder) => void },
      { entry, api = new Hono(), url }: { entry: Hono; api?: Hono; url: string }
    ): Simulator => {
      const tell = (ref: string): Promise<void> => tellShop(bank, wire, ref, callOf)
      const face: Face = { ...common, words: walletWords(title), hasCards: false, tell }
      const pages = entry.route('/', bankPages(bank, { path, origin, openPanel, face, backTo }))
      return {
        name,
        bank,
        wire,
        tell,
        url: `${origin}${path}${url}`,
        api: new Hono().route(path, api),
        pages: new Hono().route(path, pages)
      }
    }
  }
}

export const createIdramSimulator = (options: SimulatorOptions, login: IdramLogin): Simulator => {
  const { bank, wire, result, back, payPath, finish } = walletAt('idram', options)
  return finish(
    {
      title: 'Idram',
      declines: false,
      calls: ['notice'],
      notApplicable: { error: 'noCalls', slow: 'noCalls', currency: 'noCurrency' },
      mayTake: async (order) => (await callShop(wire, idramPrecheck(result, login, order, bank.precheckFault(order.ref)))) === 'OK'
    },
    { callOf: (order, forged) => idramConfirmation(result, login, order, forged), backTo: leftUnpaid },
    { entry: idramForm(bank, login, back, payPath), url: '/Payment/GetPayment' }
  )
}

export const createTelcellSimulator = (options: SimulatorOptions, login: TelcellLogin): Simulator => {
  const { bank, result, back, payPath, finish } = walletAt('telcell', options)
  return finish(
    {
      ...{ title: 'Telcell', declines: true, calls: ['notice'] },
      notApplicable: { error: 'noCalls', slow: 'noCalls', precheck: 'noPrecheck' }
    },
    { callOf: (order, forged) => telcellResult(result, login, order, forged), backTo: () => undefined },
    { entry: telcellInvoices(bank, login, back, payPath), url: '/invoices' }
  )
}

export const createFastShiftSimulator = (options: SimulatorOptions, token: () => string): Simulator => {
  const { bank, payPath, finish } = walletAt('fastshift', options)
  return finish(
    {
      ...{ title: 'FastShift', declines: true, calls: ['register', 'status', 'notice'] },
      notApplicable: { checksum: 'noChecksum', precheck: 'noPrecheck' }
    },
    { callOf: (order, forged) => fastshiftWebhook(bank, order, forged), backTo: (url, order) => fastshiftBack(bank, url, order) },
    {
      entry: new Hono(),
      api: new Hono().route(
        '/api',
        fastshiftInterface(bank, token, (ref) => `${options.origin}${payPath(ref)}`)
      ),
      url: '/api'
    }
  )
}

/** Wallets have an address of their own for payments that were not made. */
const leftUnpaid = (back: URL, { state }: { state: string }): void => {
  if (state !== 'deposited') back.searchParams.set('left', '1')
}
