import * as v from 'valibot'
import { checked, isBase, singleLine } from './config-values.ts'

const address = (example: string) => checked(isBase, `must be an address such as ${example}, without a slash at the end`)
const credential = (what: string) => singleLine(`must be ${what} on one line`, 200)

/** Access to the card banks. Both are the method "card"; CARD_BANK chooses when both are configured, or which one is simulated. */
export const CARD_BANK_VARIABLES = {
  CARD_BANK: v.optional(v.picklist(['arca', 'ameria'], 'must be arca or ameria')),
  ARCA_URL: address('https://ipay.arca.am/payment/rest'),
  ARCA_LOGIN: credential("the shop's login at the bank"),
  ARCA_PASSWORD: credential('its password'),
  ARCA_BINDING_LOGIN: credential('the second login, for saved cards'),
  ARCA_BINDING_PASSWORD: credential('its password'),
  AMERIA_URL: address('https://services.ameriabank.am/VPOS'),
  AMERIA_CLIENT_ID: credential('the client id from the bank'),
  AMERIA_LOGIN: credential("the shop's login at the bank"),
  AMERIA_PASSWORD: credential('its password')
}
export type CardBank = 'arca' | 'ameria'
type Values = { [K in keyof typeof CARD_BANK_VARIABLES]?: v.InferOutput<(typeof CARD_BANK_VARIABLES)[K]> }

const NAMES = {
  arca: ['ARCA_URL', 'ARCA_LOGIN', 'ARCA_PASSWORD', 'ARCA_BINDING_LOGIN', 'ARCA_BINDING_PASSWORD'],
  ameria: ['AMERIA_URL', 'AMERIA_CLIENT_ID', 'AMERIA_LOGIN', 'AMERIA_PASSWORD']
} as const satisfies Record<CardBank, readonly (keyof Values)[]>
export const CARD_BANKS = ['arca', 'ameria'] as const satisfies readonly CardBank[]

const isConfigured = (config: Values, bank: CardBank): boolean => NAMES[bank].every((name) => config[name])

/** Returns what is wrong with variables that belong together; null when nothing is. */
export const cardBankFault = (config: Values): string | null => {
  for (const bank of CARD_BANKS) {
    const names = NAMES[bank]
    const missing = names.filter((name) => !config[name])
    const given = names.filter((name) => config[name])
    if (given.length > 0 && missing.length > 0) return `${missing.join(' and ')} is missing: ${given.join(', ')} needs it as well.`
  }
  const configured = CARD_BANKS.filter((bank) => isConfigured(config, bank))
  if (configured.length > 1 && !config.CARD_BANK)
    return 'CARD_BANK is missing: both banks are configured, and it says which one takes new payments.'
  if (configured.length > 0 && config.CARD_BANK && !configured.includes(config.CARD_BANK))
    return `${NAMES[config.CARD_BANK].join(', ')} are missing: CARD_BANK is ${config.CARD_BANK}.`
  return null
}

/** The bank that takes new payments, and whether it is a real one. */
export const cardBankOf = (config: Values): { bank: CardBank; real: boolean } => {
  const configured = CARD_BANKS.find((bank) => isConfigured(config, bank) && (config.CARD_BANK ?? bank) === bank)
  return configured ? { bank: configured, real: true } : { bank: config.CARD_BANK ?? 'arca', real: false }
}

/** Whether a variable is a login or password at a bank, so that its value is not repeated in errors. */
export const isBankSecret = (name: string): boolean => /^(ARCA|AMERIA)_(?!URL$)/.test(name)
