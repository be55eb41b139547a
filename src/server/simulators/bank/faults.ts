/** Faults of a provider that its panel causes, in the order in which the panel lists them. */
export const FAULTS = [
  'silent',
  'lost',
  'error',
  'slow',
  'twice',
  'together',
  'late',
  'early',
  'amount',
  'currency',
  'checksum',
  'unknown',
  'precheck'
] as const
export type Fault = (typeof FAULTS)[number]
export const isFault = (value: unknown): value is Fault => FAULTS.some((fault) => fault === value)

/** Calls of the shop, and the one that a wallet makes to it (notice), as the panel names them. */
export const CALLS = ['register', 'status', 'refund', 'close', 'charge', 'bindings', 'unbind', 'notice', 'session', 'token'] as const
export type BankCall = (typeof CALLS)[number]

/** Faults that spoil the bank's answer to a call; the others concern the payment and the way back. */
export const ANSWER_FAULTS: readonly Fault[] = ['silent', 'lost', 'error', 'slow', 'unknown']
/** Faults of what a wallet tells the shop. */
export const NOTICE_FAULTS: readonly Fault[] = ['silent', 'lost', 'twice', 'together', 'checksum', 'unknown']
export const SLOW_MS = 3_000
export const LATE_MS = 60_000
