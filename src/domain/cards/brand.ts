/** Card types (spec section 3). */
export type CardBrand = 'visa' | 'visa-electron' | 'mastercard' | 'amex' | 'arca' | 'mir'

/** Ranges of the first digits, the narrower before the wider. */
const RANGES: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa-electron', /^(4026|417500|4508|4844|4913|4917)/],
  ['visa', /^4/],
  ['mir', /^220[0-4]/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['arca', /^9051/]
]

/** Returns the type of a card by its number, also a masked one such as `411111**1111`; null when it is none of the six. */
export const brandOf = (cardNumber: string): CardBrand | null => RANGES.find(([, range]) => range.test(cardNumber))?.[0] ?? null

/** The last four digits of a number, also a masked one; null when they are hidden. */
export const lastFourOf = (cardNumber: string): string | null => /\d{4}$/.exec(cardNumber)?.[0] ?? null

const NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  'visa-electron': 'Visa Electron',
  mastercard: 'Mastercard',
  amex: 'American Express',
  arca: 'ArCa',
  mir: 'Mir'
}
/** A card as people know it: `Visa •• 1111`. */
export const cardTitle = (brand: CardBrand | null, lastFour: string): string => `${brand ? NAMES[brand] : ''} •• ${lastFour}`.trim()
