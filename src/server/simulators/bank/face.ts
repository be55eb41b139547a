import type { Locale, Words } from '#domain/locale.ts'
import type { BankOrder } from './book.ts'
import type { BankCall, Fault } from './faults.ts'
import { BANK_WORDS, type BankWord } from './words.ts'

/** How the pages of a simulated provider differ from those of another one. */
export interface Face {
  words: Partial<Record<BankWord, Words>>
  /** Whether the buyer chooses a card. */
  hasCards: boolean
  /** Whether it notes that a buyer refused; otherwise the payment stays open. */
  declines: boolean
  /** Calls of either side that faults are chosen for. */
  calls: readonly BankCall[]
  /** Faults that cannot apply, and why. */
  notApplicable: Partial<Record<Fault, BankWord>>
  /** Asks the shop before money is taken; absent where the protocol does not. */
  mayTake?: (order: BankOrder) => Promise<boolean>
  /** Tells the shop what was decided; absent where the protocol does not. */
  tell?: (ref: string) => Promise<void>
}

export const BANK_FACE: Face = {
  words: {},
  hasCards: true,
  declines: true,
  calls: ['register', 'status', 'refund', 'close', 'charge', 'bindings', 'unbind'],
  notApplicable: { checksum: 'noChecksum', precheck: 'noPrecheck' }
}

export type Text = (word: BankWord) => string
export const textIn =
  (locale: Locale, { words }: Pick<Face, 'words'>): Text =>
  (word) =>
    (words[word] ?? BANK_WORDS[word])[locale]
