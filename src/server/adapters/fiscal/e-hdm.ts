import type { FiscalLine } from '#domain/fiscal/lines.ts'
import type { ReturnContent, SaleContent } from '#domain/fiscal/receipt.ts'
import { FiscalRefused, FiscalUnavailable, type FiscalCall, type FiscalService, type PrintedReceipt } from './port.ts'

export interface EHdmOptions {
  simulated: boolean
  crn: string | null
  /** Such as https://ecrm.taxservice.am/taxsystem-rs-vcr/api/v1.0. */
  url: string
  timeoutMs: number
  cashierId: number
  /** Department of the cash register, which has a tax regime. */
  department: number
  /** Code of the goods in the state's classifier. */
  goodsCode: string
  send: (request: Request) => Promise<Response>
}

/** `mode` of a receipt: of goods, or of a prepayment, which has no items. */
const MODE = { goods: 2, prepayment: 3 } as const
/** Answers of the service: done; a number that is not greater than the last one. */
const CODE = { done: 0, stale: 196 } as const
const MAX_ANSWER = 1_000_000
const [HUNDREDTHS, THOUSANDTHS] = [100, 1_000]
const UNITS = { pieces: 'հատ', kilograms: 'կգ' } as const

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The protocol of the State Revenue Committee's e-HDM (manual of November 2024). Amounts travel in drams with two decimals. */
export const createEHdm = (options: EHdmOptions): FiscalService => {
  const ask = async (method: string, body: object): Promise<Record<string, unknown>> => {
    const request = new Request(`${options.url}/${method}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', language: 'hy' },
      body: JSON.stringify(body)
    })
    try {
      const response = await options.send(request)
      const text = await response.text()
      if (!response.ok) throw new FiscalUnavailable(`${method}: the service answered ${response.status}`)
      const answer: unknown = text.length > MAX_ANSWER ? null : JSON.parse(text)
      if (!isRecord(answer)) throw new FiscalUnavailable(`${method}: the answer is no object`)
      return answer
    } catch (cause) {
      if (cause instanceof FiscalUnavailable) throw cause
      throw new FiscalUnavailable(`${method}: ${cause instanceof SyntaxError ? 'the answer is no JSON' : 'no answer'}`)
    }
  }
  const receipt = async (method: string, body: object): Promise<PrintedReceipt> => {
    const { code, result } = await ask(method, body)
    if (textOf(code) === '') throw new FiscalUnavailable(`${method}: the answer has no code`)
    if (Number(code) !== CODE.done)
      throw new FiscalRefused(`${method}: the service answered code ${Number(code)}`, Number(code) === CODE.stale)
    const found = isRecord(result) ? result : {}
    const time = new Date(Number(found.time))
    const printed = { receiptId: textOf(found.receiptId), fiscal: textOf(found.fiscal), qr: textOf(found.qr), sn: textOf(found.sn), time }
    if (printed.receiptId === '' || printed.fiscal === '' || Number.isNaN(time.getTime()))
      throw new FiscalUnavailable(`${method}: the answer has no receipt`)
    return printed
  }
  const itemOf = ({ code, name, weighed, quantity, price }: FiscalLine) => ({
    ...{ dep: options.department, adgCode: options.goodsCode, goodCode: code, goodName: name },
    ...{ quantity: quantity / THOUSANDTHS, unit: weighed ? UNITS.kilograms : UNITS.pieces, price: price / HUNDREDTHS }
  })
  return {
    simulated: options.simulated,
    crn: options.crn,
    print: ({ crn, seq }: FiscalCall, { lines, cash, card, prepaid = 0, tin }: SaleContent) =>
      receipt('print', {
        ...{ crn, seq, cashierId: options.cashierId },
        ...(lines.length === 0 ? { mode: MODE.prepayment, items: null } : { mode: MODE.goods, items: lines.map(itemOf) }),
        ...{ cashAmount: cash / HUNDREDTHS, cardAmount: card / HUNDREDTHS, partialAmount: 0 },
        ...{ prePaymentAmount: prepaid / HUNDREDTHS, partnerTin: tin }
      }),
    printReturn: ({ crn, seq }: FiscalCall, receiptId: string, { back, cash, card, prepaid = 0 }: ReturnContent) =>
      receipt('printReturnReceipt', {
        ...{ crn, seq, cashierId: options.cashierId, receiptId },
        returnItemList: back.map(({ position, quantity }) => ({ rpid: position, quantity: quantity / THOUSANDTHS })),
        ...{
          cashAmountForReturn: cash / HUNDREDTHS,
          cardAmountForReturn: card / HUNDREDTHS,
          prePaymentAmountForReturn: prepaid / HUNDREDTHS
        }
      })
  }
}
