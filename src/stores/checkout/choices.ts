import { atom } from 'nanostores'
import { RUN_OUT, type RunOut } from '#domain/enums.ts'
import { isExactly, isFlag, isListOf, isNullOr, isNumber, isOptional, isShape, isText, type Of } from '#stores/shape.ts'
import { readTab, writeTab } from '#stores/tab-storage.ts'

const isNow = isShape({ kind: isExactly('now') })
const isSlot = isShape({ kind: isExactly('slot'), slot: isShape({ date: isText, time: isText, from: isText, to: isText }) })
const isWhen = (value: unknown): value is When => isNow(value) || isSlot(value)
const isRunOut = (value: unknown): value is RunOut => RUN_OUT.includes(value as RunOut)
/** What was saved by any page since version 1: what came later may be missing. */
const isSaved = isShape({
  version: isExactly(1),
  when: isNullOr(isWhen),
  paymentId: isNullOr(isNumber),
  cutlery: isFlag,
  isGift: isOptional(isFlag),
  greeting: isOptional(isText),
  runOut: isOptional(isRunOut),
  runOutLines: isOptional(isListOf(isShape({ itemId: isNumber, runOut: isRunOut }))),
  boundCardId: isOptional(isNullOr(isNumber)),
  bindCard: isOptional(isFlag),
  usePoints: isOptional(isFlag),
  useGiftCards: isOptional(isFlag),
  giftCards: isOptional(isNullOr(isListOf(isNumber))),
  useCorporateWallet: isOptional(isFlag),
  tip: isOptional(isNumber)
})
/** Now, or one delivery window. */
export type When = Of<typeof isNow> | Of<typeof isSlot>
/** Choices of the checkout page, apart from address and comment. */
export interface Choices {
  version: 1
  /** null: nothing chosen, the default applies. */
  when: When | null
  paymentId: number | null
  cutlery: boolean
  isGift: boolean
  greeting: string
  runOut: RunOut
  /** Lines of the basket for which it is something else. */
  runOutLines: readonly { itemId: number; runOut: RunOut }[]
  /** A saved card instead of one entered at the bank. */
  boundCardId: number | null
  bindCard: boolean
  /** Whether points pay what they can. */
  usePoints: boolean
  /** The same for gift cards, which come before points. */
  useGiftCards: boolean
  /** Which of them, by id; null: all. */
  giftCards: readonly number[] | null
  /** The same for the corporate wallet, which pays what they leave. */
  useCorporateWallet: boolean
  /** For the courier, AMD. */
  tip: number
}

const STORAGE_KEY = 'root:checkout'
export const NO_CHOICES: Choices = {
  version: 1,
  when: null,
  paymentId: null,
  cutlery: false,
  isGift: false,
  greeting: '',
  runOut: 'call',
  runOutLines: [],
  boundCardId: null,
  bindCard: false,
  usePoints: false,
  useGiftCards: false,
  giftCards: null,
  useCorporateWallet: false,
  tip: 0
}

const $choices = atom<Choices>(NO_CHOICES)
export { $choices }

/** Restores the choices after a reload; call after mount. */
export const restoreChoices = (): void => {
  const saved = readTab(STORAGE_KEY)
  if (!isSaved(saved)) return
  const {
    isGift,
    greeting,
    runOut,
    runOutLines,
    boundCardId,
    bindCard,
    usePoints,
    useGiftCards,
    giftCards,
    useCorporateWallet,
    tip,
    ...rest
  } = saved
  // What is missing, an older page did not know.
  $choices.set({
    ...rest,
    isGift: isGift ?? NO_CHOICES.isGift,
    greeting: greeting ?? NO_CHOICES.greeting,
    runOut: runOut ?? NO_CHOICES.runOut,
    runOutLines: runOutLines ?? NO_CHOICES.runOutLines,
    boundCardId: boundCardId ?? null,
    bindCard: bindCard ?? NO_CHOICES.bindCard,
    usePoints: usePoints ?? NO_CHOICES.usePoints,
    useGiftCards: useGiftCards ?? NO_CHOICES.useGiftCards,
    giftCards: giftCards ?? null,
    useCorporateWallet: useCorporateWallet ?? NO_CHOICES.useCorporateWallet,
    tip: tip ?? NO_CHOICES.tip
  })
}

export const choose = (change: Partial<Omit<Choices, 'version'>>): void => {
  const next = { ...$choices.get(), ...change }
  $choices.set(next)
  writeTab(STORAGE_KEY, next)
}

export const sameWhen = (a: When, b: When): boolean =>
  a.kind === b.kind && (a.kind === 'now' || (b.kind === 'slot' && a.slot.date === b.slot.date && a.slot.time === b.slot.time))
