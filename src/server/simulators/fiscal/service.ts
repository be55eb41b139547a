import { Hono } from 'hono'
import * as v from 'valibot'
import type { BookedReceipt, FiscalBooks } from './books.ts'

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(50))
const amount = v.pipe(v.number(), v.minValue(0))
const call = { crn: text, seq: v.pipe(v.number(), v.integer(), v.minValue(1)), cashierId: v.number() }
const Print = v.object({
  ...call,
  mode: v.picklist([2, 3]),
  // A prepayment has none.
  items: v.nullable(
    v.pipe(
      v.array(v.object({ dep: v.number(), adgCode: text, goodCode: text, goodName: text, quantity: amount, unit: text, price: amount })),
      v.minLength(1)
    )
  ),
  ...{ cashAmount: amount, cardAmount: amount, partialAmount: amount, prePaymentAmount: amount },
  partnerTin: v.nullable(v.pipe(v.string(), v.regex(/^\d{8}$/)))
})
const PrintReturn = v.object({
  ...call,
  receiptId: text,
  returnItemList: v.array(v.object({ rpid: v.number(), quantity: amount })),
  ...{ cashAmountForReturn: amount, cardAmountForReturn: amount, prePaymentAmountForReturn: amount }
})

const ANSWER = { bad: 191, sum: 192, unknown: 193, left: 194, stale: 196, other: 197 } as const
const hundredths = (drams: number): number => Math.round(drams * 100)

/** Faults to cause: error: nothing is printed; lost: it is printed, and nobody hears of it. */
export type FiscalFault = 'error' | 'lost' | null

/** The fiscal service's interface, which checks what it is sent. `fault` is asked before each call. */
export const fiscalInterface = (
  books: FiscalBooks,
  { qrOf, fault }: { qrOf: (receiptId: string, fiscal: string) => string; fault: () => FiscalFault }
): Hono => {
  const app = new Hono()
  const refuse = (code: number): Response => Response.json({ code, message: 'refused' })
  const book = (entry: Parameters<FiscalBooks['print']>[0], caused: FiscalFault): Response => {
    const booked = books.print(entry)
    if (caused === 'lost') return new Response('Bad Gateway', { status: 502 })
    if (booked.kind !== 'printed') return refuse(ANSWER[booked.kind])
    const { receiptId, fiscal, time, crn }: BookedReceipt = booked.receipt
    return Response.json({ code: 0, message: 'OK', result: { receiptId, fiscal, time, crn, sn: `V${crn}`, qr: qrOf(receiptId, fiscal) } })
  }
  app.post('/print', async (c) => {
    const caused = fault()
    if (caused === 'error') return new Response('Internal Server Error', { status: 500 })
    const { success, output } = v.safeParse(Print, await c.req.json())
    if (!success || (output.mode === 3) !== (output.items === null)) return refuse(ANSWER.bad)
    const lines = (output.items ?? []).map(({ goodName, quantity, price }) => ({ name: goodName, quantity, price: hundredths(price) }))
    const total = lines.reduce((sum, { quantity, price }) => sum + Math.floor((price * Math.round(quantity * 1_000)) / 1_000 + 0.5), 0)
    const paid = hundredths(output.cashAmount) + hundredths(output.cardAmount) + hundredths(output.prePaymentAmount)
    if (output.items !== null && paid !== total) return refuse(ANSWER.sum)
    return book({ crn: output.crn, seq: output.seq, kind: 'sale', total: paid, lines, of: null }, caused)
  })
  app.post('/printReturnReceipt', async (c) => {
    const caused = fault()
    if (caused === 'error') return new Response('Internal Server Error', { status: 500 })
    const { success, output } = v.safeParse(PrintReturn, await c.req.json())
    if (!success) return refuse(ANSWER.bad)
    const sale = books.find(output.receiptId)
    if (sale?.kind !== 'sale') return refuse(ANSWER.unknown)
    if (sale.lines.length > 0 && output.returnItemList.length === 0) return refuse(ANSWER.bad)
    const lines = output.returnItemList.flatMap(({ rpid, quantity }) => {
      const line = sale.lines[rpid]
      return line && quantity <= line.quantity ? [{ ...line, quantity }] : []
    })
    const paidBack = [output.cashAmountForReturn, output.cardAmountForReturn, output.prePaymentAmountForReturn]
    const total = paidBack.reduce((sum, drams) => sum + hundredths(drams), 0)
    const isRepeated = books.receipts(output.crn).some(({ seq }) => seq === output.seq)
    if (lines.length !== output.returnItemList.length) return refuse(ANSWER.left)
    if (!isRepeated && books.returned(sale.receiptId) + total > sale.total) return refuse(ANSWER.left)
    return book({ crn: output.crn, seq: output.seq, kind: 'return', total, lines, of: sale.receiptId }, caused)
  })
  return app
}
