import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface BookedReceipt {
  crn: string
  seq: number
  kind: 'sale' | 'return'
  receiptId: string
  fiscal: string
  time: number
  /** In hundredths. */
  total: number
  lines: { name: string; quantity: number; price: number }[]
  /** The sale that a return is of. */
  of: string | null
}

/** What a call came to: printed, or answered as before; stale: the cash register has had a later number. */
export type Booked = { kind: 'printed'; receipt: BookedReceipt } | { kind: 'stale' } | { kind: 'other' }

/**
 * Books of the simulated fiscal service: a journal that is only appended to. Several processes may write at once: the order of the file
 * decides, and of two entries with the same number the first one counts.
 */
export const openFiscalBooks = (file: string, now: () => number) => {
  const receipts = new Map<string, BookedReceipt>()
  const last = new Map<string, number>()
  let position = 0
  let rest = ''

  const catchUp = (handle: number): void => {
    const fresh = Buffer.alloc(Math.max(0, fstatSync(handle).size - position))
    position += readSync(handle, fresh, 0, fresh.length, position)
    const lines = (rest + fresh.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) apply(JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as BookedReceipt)
  }
  const apply = (receipt: BookedReceipt): void => {
    if (receipt.seq <= (last.get(receipt.crn) ?? 0)) return
    last.set(receipt.crn, receipt.seq)
    receipts.set(`${receipt.crn}/${receipt.seq}`, receipt)
  }
  const withFile = <T>(work: (handle: number) => T): T => {
    mkdirSync(dirname(file), { recursive: true })
    const handle = openSync(file, 'a+', 0o600)
    try {
      catchUp(handle)
      return work(handle)
    } finally {
      closeSync(handle)
    }
  }
  const all = (): BookedReceipt[] => withFile(() => [...receipts.values()])

  return {
    print: (entry: Pick<BookedReceipt, 'crn' | 'seq' | 'kind' | 'total' | 'lines' | 'of'>): Booked =>
      withFile((handle) => {
        const known = (): BookedReceipt | undefined => receipts.get(`${entry.crn}/${entry.seq}`)
        const before = known()
        if (!before && entry.seq <= (last.get(entry.crn) ?? 0)) return { kind: 'stale' }
        if (!before) {
          const own = { receiptId: `${entry.crn}${String(entry.seq).padStart(6, '0')}`, fiscal: String(randomInt(10_000_000, 99_999_999)) }
          writeSync(handle, `${JSON.stringify({ ...entry, ...own, time: now() })}\n`)
          catchUp(handle)
        }
        const receipt = known()
        return receipt?.total === entry.total && receipt.kind === entry.kind ? { kind: 'printed', receipt } : { kind: 'other' }
      }),
    find: (receiptId: string): BookedReceipt | undefined => all().find((receipt) => receipt.receiptId === receiptId),
    /** What went back of a sale so far. */
    returned: (receiptId: string): number => all().reduce((sum, { of, total }) => sum + (of === receiptId ? total : 0), 0),
    receipts: (crn: string): BookedReceipt[] => all().filter((receipt) => receipt.crn === crn)
  }
}
export type FiscalBooks = ReturnType<typeof openFiscalBooks>
