import { join } from 'node:path'
import { Hono } from 'hono'
import { openFiscalBooks, type BookedReceipt } from './books.ts'
import { fiscalPages } from './pages.ts'
import { fiscalInterface, type FiscalFault } from './service.ts'

/** The fiscal service at the other end of the wire. */
export interface FiscalSimulator {
  /** Base address of its interface. */
  url: string
  /** What the shop calls. */
  api: Hono
  /** What people see, below /simulator/fiscal. */
  pages: Hono
  receipts: (crn: string) => BookedReceipt[]
}

const PATH = '/simulator/fiscal'

export const createFiscalSimulator = (options: {
  folder: string
  origin: string
  now: () => number
  fault?: () => FiscalFault
}): FiscalSimulator => {
  const books = openFiscalBooks(join(options.folder, 'fiscal.jsonl'), options.now)
  // Numbers of receipts can be guessed, fiscal numbers cannot.
  const qrOf = (receiptId: string, fiscal: string): string => `${options.origin}${PATH}/receipts/${receiptId}-${fiscal}`
  const service = fiscalInterface(books, { qrOf, fault: options.fault ?? (() => null) })
  return {
    url: `${options.origin}${PATH}/api`,
    api: new Hono().route(`${PATH}/api`, service),
    pages: new Hono().route(PATH, fiscalPages(books, PATH)),
    receipts: books.receipts
  }
}
