import type { Amount } from '#domain/money.ts'

/** At most so many are listed of a kind. */
export const MAX_DIFFERENCES = 200

/** What the check of the ledger found. Amounts in hundredths. */
export type Difference =
  | { kind: 'unbalanced' | 'not-posted' | 'without-fact'; cause: string; amount: Amount }
  | { kind: 'other-amount'; cause: string; amount: Amount; expected: Amount }
  | { kind: 'balance' | 'lots' | 'cards' | 'wallets'; account: string; amount: Amount; expected: Amount }
  | { kind: 'below-zero' | 'left-open'; account: string; amount: Amount }
  | { kind: 'clearing'; provider: string; amount: Amount; expected: Amount }
  | { kind: 'provider'; provider: string; payment: string; amount: Amount; expected: Amount }
