import { brandOf, cardTitle } from '#domain/cards/brand.ts'

/** Cards that the simulated banks issue: the six types, and two that behave otherwise. No number belongs to anybody. */
export const TEST_CARDS = [
  { number: '4111111111111111', confirm: false, funds: true },
  { number: '5555555555554444', confirm: true, funds: true },
  { number: '378282246310005', confirm: false, funds: true },
  { number: '4917300800000000', confirm: false, funds: true },
  { number: '9051000000000013', confirm: false, funds: true },
  { number: '2200000000000004', confirm: false, funds: true },
  { number: '4000000000000002', confirm: false, funds: false }
] as const
export const EXPIRY = '203012'

export interface TestCard {
  number: string
  /** The issuer asks the buyer by 3-D Secure. */
  confirm: boolean
  funds: boolean
}

export const findCard = (number: string): TestCard | undefined => TEST_CARDS.find((card) => card.number === number)
export const maskOf = (number: string): string => `${number.slice(0, 6)}**${number.slice(-4)}`

export const cardName = (number: string): string => cardTitle(brandOf(number), number.slice(-4))
