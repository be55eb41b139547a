/** What somebody who takes payments can do, in the words of the ArCa family. Amounts in hundredths of a dram. */
export interface PaymentProvider {
  /** The name payments are stored under. */
  readonly provider: string
  /** Registers an order; the buyer then pays at `formUrl`. Asking again with the same number answers the same ref. */
  register(order: { number: string; amount: number; returnUrl: string; description: string; language: string }): Promise<{
    ref: string
    formUrl: string
  }>
  /** The truth about an order; never believed from a redirect. */
  status(ref: string): Promise<{ state: 'registered' | 'deposited' | 'declined' | 'refunded'; amount: number; actionCode: number }>
  /** Gives a deposited amount back. */
  refund(ref: string, amount: number): Promise<void>
}

/** The bank could not be reached or refused to register: the order stands, the payment can be tried again. */
export class BankUnavailable extends Error {}
