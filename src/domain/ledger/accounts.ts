/**
 * Accounts of the ledger. Accounts of one thing end in its id. Money comes from one account (booked minus) and goes to another (plus), so
 * that what the shop has or spent is negative, and what it owes or earned is positive.
 */
export type Account =
  | `receivable:order:${number}`
  | `clearing:${string}`
  | `cash:courier:${string}`
  | 'bank'
  | `payable:supplier:${number}`
  | `payable:tips:${number}`
  | `payable:courier:${string}`
  | `liability:points:${number}`
  | `liability:wallet:${number}`
  | `liability:gift-card:${number}`
  | `refund:pending:${string}`
  | `payout:pending:${number}`
  | `suspense:${string}`
  | 'tax:withheld'
  | `revenue:${'commission' | 'delivery' | 'service-fee' | 'breakage'}`
  | `cost:${'vouchers' | 'points' | 'goodwill' | 'write-off' | 'provider-fees'}`

export const receivable = (orderId: number): Account => `receivable:order:${orderId}`
/** Money at a provider, or at the acquirer of terminals (TERMINALS), until it arrives at the shop's bank. */
export const clearing = (provider: string): Account => `clearing:${provider}`
export const TERMINALS = 'pos'
export const courierCash = (courier: string): Account => `cash:courier:${courier}`
/** Of deliveries from before the couriers of a city had an account. */
export const ANY_COURIER = 'any'
export const BANK: Account = 'bank'
export const supplierPayable = (supplierId: number): Account => `payable:supplier:${supplierId}`
/** Tips of an order, until it is delivered. */
export const tips = (orderId: number): Account => `payable:tips:${orderId}`
export const courierPayable = (courier: string): Account => `payable:courier:${courier}`
export const points = (userId: number): Account => `liability:points:${userId}`
export const wallet = (userId: number): Account => `liability:wallet:${userId}`
export const giftCard = (cardId: number): Account => `liability:gift-card:${cardId}`
export const refundPending = (provider: string): Account => `refund:pending:${provider}`
export const payoutPending = (userId: number): Account => `payout:pending:${userId}`
/** Money that belongs to nothing yet: of a provider, or of the bank. */
export const suspense = (where: string): Account => `suspense:${where}`

/** Accounts with a stored balance, whose row is locked while it changes. */
export const hasBalance = (account: Account): boolean => account.startsWith('liability:')

const NEVER_BELOW_ZERO = ['receivable:', 'payable:tips:', 'liability:', 'refund:pending:', 'payout:pending:', 'suspense:', 'tax:'] as const

/**
 * Whether more may never leave an account than came to it. Suppliers and couriers may owe the shop after a refund, and revenue falls with
 * refunds, so theirs may be negative for a time.
 */
export const isNeverBelowZero = (account: Account): boolean => NEVER_BELOW_ZERO.some((prefix) => account.startsWith(prefix))
