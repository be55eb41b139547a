import type { ReturnContent, SaleContent } from '#domain/fiscal/receipt.ts'

/** A receipt in the books of the state. */
export interface PrintedReceipt {
  /** Number of the receipt. */
  receiptId: string
  /** Fiscal number. */
  fiscal: string
  /** Text or address for a QR code. */
  qr: string
  /** Serial number of the cash register. */
  sn: string
  time: Date
}

/** Names one call: `seq` grows by every call of a cash register. The same call may be repeated and is answered as before. */
export interface FiscalCall {
  crn: string
  seq: number
}

/** A receipt in the books of a simulated service. */
export interface FiscalRecord {
  seq: number
  receiptId: string
}

/** The fiscal service of the state. Every call throws FiscalUnavailable or FiscalRefused. */
export interface FiscalService {
  /** Whether no real receipt is printed. */
  readonly simulated: boolean
  /** Number of the cash register; null: the shop chooses one, for a simulated service. */
  readonly crn: string | null
  print(call: FiscalCall, sale: SaleContent): Promise<PrintedReceipt>
  /** `receiptId`: of the sale. */
  printReturn(call: FiscalCall, receiptId: string, content: ReturnContent): Promise<PrintedReceipt>
  /** The service's own books; absent where it does not show them. */
  books?(crn: string): Promise<readonly FiscalRecord[]>
}

/** Nobody knows whether the receipt was printed: the same call has to be repeated. */
export class FiscalUnavailable extends Error {}
/** The service answered, and printed nothing. `isStale`: it has had a later number. */
export class FiscalRefused extends Error {
  readonly isStale: boolean
  constructor(message: string, isStale = false) {
    super(message)
    this.isStale = isStale
  }
}
