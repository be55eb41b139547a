import type { CardBrand } from '#domain/cards/brand.ts'
import type { Amount } from '#domain/money.ts'

/** ISO 4217 number of the Armenian dram, the only currency that orders are paid in. */
export const DRAM = '051'

/** An order to be paid at a bank. */
export interface NewPayment {
  /** Whole number, unique per payment: for banks that number orders themselves so. */
  id: number
  /** Unique per attempt. */
  number: string
  amount: Amount
  returnUrl: string
  description: string
  language: string
  /** Opaque name under which the card is to be bound, or is bound; null: neither. */
  clientId: string | null
  /** page: the buyer enters a card there; card: a bound card will be charged. */
  by: 'page' | 'card'
}

/** A card that the bank has bound: what may be stored of it. */
export interface BoundCard {
  clientId: string
  bindingId: string
  brand: CardBrand | null
  lastFour: string
  /** yyyymm. */
  expiry: string
}

/** What a bank says about a payment. Nothing else is believed, redirects least of all. */
export interface PaymentStatus {
  /** processing: the bank decides, for instance by 3-D Secure; refunded: all of it. */
  state: 'registered' | 'processing' | 'deposited' | 'declined' | 'refunded'
  /** Taken from the buyer, also when it was given back since; what is asked for while nothing is taken. */
  amount: Amount
  /** Given back so far. */
  refunded: Amount
  /** ISO 4217 number. */
  currency: string
  actionCode: number
  /** The card that was bound with this payment. */
  card: BoundCard | null
  /** The provider's number of what was taken, where the page of one payment may be paid more than once. */
  transaction?: string
}

/** What a charge came to. decided: ask for the status; confirm: the buyer has to go to `formUrl` (3-D Secure, or the bank's page). */
export type Charge = { kind: 'decided' } | { kind: 'confirm'; formUrl: string }

/** Bound cards of a bank. */
export interface CardVault {
  /** Name under which a card of this person is bound in a payment. `person` is opaque already. */
  clientIdOf(person: string, paymentId: number): string
  /** Cards bound under a name, also those that an earlier answer did not say. */
  list(clientId: string): Promise<BoundCard[]>
  /** Charges a registered payment (`by: 'card'`). May be repeated: a payment is taken once. Throws BankRefused, BankUnavailable. */
  charge(ref: string, payment: NewPayment, card: { clientId: string; bindingId: string }): Promise<Charge>
  /** Ends a binding; one that is ended already counts as done. */
  unbind(card: { clientId: string; bindingId: string }): Promise<void>
}

/** What a provider tells the shop by itself, once its words are proved to be its own. */
export type Notice =
  /** May this amount be taken for the payment? */
  | { kind: 'precheck'; ref: string; amount: Amount }
  /** What became of the payment, signed by the provider. */
  | { kind: 'status'; ref: string; status: PaymentStatus }
  /** Unsigned: the provider has to be asked. */
  | { kind: 'changed'; ref: string }

/** ok: taken note of, or may be paid; refused: may not be paid, or the payment is unknown; forged: not from the provider. */
export type NoticeOutcome = 'ok' | 'refused' | 'forged'

/** Calls of a provider to the shop. */
export interface Notices {
  /** Reads the fields of a call; null when they are not the provider's, or make no sense. */
  read(fields: Readonly<Record<string, string>>): Notice | null
  /** The text that the provider expects as an answer. */
  answer(outcome: NoticeOutcome): string
}

/** A form that the buyer's browser sends to the provider, and what opens the provider's app instead. */
export interface PaymentForm {
  action: string
  fields: Readonly<Record<string, string>>
  app: string | null
}

/** A payment sheet that the buyer's browser shows over a page of the shop, and whose token the shop sends on. */
export interface PaymentSheet {
  /** A script that stands in for the browser's own sheet, for simulations; null: the browser's. */
  standIn: string | null
  /** What the sheet is opened with. */
  request(amount: Amount): object
  /** Proof that the page is the shop's, for the browser. */
  merchantSession(domain: string): Promise<object>
  /** Takes the money of a token. May be repeated: a payment is taken once. */
  pay(ref: string, token: Readonly<Record<string, unknown>>): Promise<void>
}

/**
 * A payment provider. Amounts in hundredths of a dram. Every call throws BankUnavailable when the bank does not answer. What a provider's
 * protocol does not have is absent: without `status` it is never asked and only its notices count.
 */
export interface PaymentProvider {
  /** The name payments and cards are stored under. */
  readonly provider: string
  /** Whether no real money moves. */
  readonly simulated: boolean
  /** Registers an order, which the buyer then pays at `formUrl`. Throws NumberTaken when its number was registered before. */
  register(order: NewPayment): Promise<{ ref: string; formUrl: string }>
  /** Asks for the state of an order. `asked`: what was to be taken, for answers that name no amount. */
  status?(ref: string, asked?: Amount): Promise<PaymentStatus>
  /** Gives a deposited amount back, whole or in part. Not repeatable: the status says whether an unanswered one arrived. */
  refund?(ref: string, amount: Amount): Promise<void>
  /** Ends an order that nobody has paid: its page takes no money any more. Money that came just before may go back with it. */
  close?(ref: string): Promise<void>
  readonly notices?: Notices
  /** The language of a payment whose buyer comes back without one. */
  languageOf?(formUrl: string): string | undefined
  /** The form of a registered payment whose `formUrl` is the shop's page that holds it. */
  form?(payment: Pick<NewPayment, 'number' | 'amount' | 'description' | 'language'> & { ref: string }): PaymentForm
  /** Of payments whose `formUrl` is the shop's page that opens a sheet. */
  readonly sheet?: PaymentSheet
  /** Null when the provider binds no cards. */
  readonly cards: CardVault | null
  /** What the provider's own books say of every payment; absent where it does not show them. */
  books?(): Promise<readonly ProviderRecord[]>
}

/** A provider that is asked, and gives back by a call. */
export type CardBank = PaymentProvider & Required<Pick<PaymentProvider, 'status' | 'refund' | 'close'>>

/** A payment in a provider's own books. */
export interface ProviderRecord {
  ref: string
  taken: Amount
  refunded: Amount
}

/** The bank could not be reached or did not answer: the order stays, the payment can be retried. */
export class BankUnavailable extends Error {}
/** The bank answered, and refused. */
export class BankRefused extends BankUnavailable {}
/** The order number is registered at the bank, by an earlier call whose answer may have been lost. */
export class NumberTaken extends BankRefused {}
