/** A payment provider, modelled on the API of the ArCa banks. Amounts in hundredths of a dram. */
export interface PaymentProvider {
  /** The name payments are stored under. */
  readonly provider: string
  /** Registers an order, which the buyer then pays at `formUrl`. Idempotent by `number`. Throws BankUnavailable. */
  register(order: { number: string; amount: number; returnUrl: string; description: string; language: string }): Promise<{
    ref: string
    formUrl: string
  }>
  /** Queries the state of an order, which is never trusted from a redirect. */
  status(ref: string): Promise<{ state: 'registered' | 'deposited' | 'declined' | 'refunded'; amount: number; actionCode: number }>
  /** Refunds a deposited amount. */
  refund(ref: string, amount: number): Promise<void>
  /** Ends an order that nobody has paid: its page takes no money any more. Changes nothing in an order that is paid or ended. */
  close(ref: string): Promise<void>
}

/** The bank could not be reached or refused: the order stays, the payment can be retried. */
export class BankUnavailable extends Error {}
