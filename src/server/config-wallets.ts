import { existsSync } from 'node:fs'
import type * as v from 'valibot'
import { checked, isBase, singleLine } from './config-values.ts'

const address = (example: string) => checked(isBase, `must be an address such as ${example}, without a slash at the end`)
const credential = (what: string) => singleLine(`must be ${what} on one line`, 400)

const file = (what: string) => checked(existsSync, `must name a file that can be read: ${what}`)

/** Access to electronic wallets and Apple Pay: one without them is simulated while the bank is, and not offered otherwise. */
export const WALLET_VARIABLES = {
  IDRAM_URL: address('https://banking.idram.am/Payment/GetPayment'),
  IDRAM_ACCOUNT: credential("the shop's account (EDP_REC_ACCOUNT)"),
  IDRAM_SECRET: credential('the secret key that Idram gave with it'),
  TELCELL_URL: address('https://telcellmoney.am/invoices'),
  TELCELL_SHOP: credential("the shop's number (issuer)"),
  TELCELL_KEY: credential('the key that Telcell gave with it'),
  FASTSHIFT_URL: address('https://merchants.fastshift.am/api/en/vpos'),
  FASTSHIFT_TOKEN: credential('the token from FastShift'),
  APPLE_PAY_URL: address('https://apple-pay-gateway.apple.com/paymentservices'),
  APPLE_PAY_MERCHANT: credential('the merchant identifier'),
  APPLE_PAY_CERTIFICATE: file('the merchant identity certificate (PEM)'),
  APPLE_PAY_KEY: file('its key (PEM)'),
  APPLE_PAY_DOMAIN: file('the domain association that Apple gave'),
  APPLE_PAY_ACQUIRER_URL: address('https://bank.example/tokens'),
  APPLE_PAY_ACQUIRER_KEY: credential('the key from the acquirer')
}
type Values = { [K in keyof typeof WALLET_VARIABLES]?: v.InferOutput<(typeof WALLET_VARIABLES)[K]> }

const NAMES = [
  ['IDRAM_URL', 'IDRAM_ACCOUNT', 'IDRAM_SECRET'],
  ['TELCELL_URL', 'TELCELL_SHOP', 'TELCELL_KEY'],
  ['FASTSHIFT_URL', 'FASTSHIFT_TOKEN'],
  [
    ...(['APPLE_PAY_URL', 'APPLE_PAY_MERCHANT', 'APPLE_PAY_CERTIFICATE', 'APPLE_PAY_KEY', 'APPLE_PAY_DOMAIN'] as const),
    ...(['APPLE_PAY_ACQUIRER_URL', 'APPLE_PAY_ACQUIRER_KEY'] as const)
  ]
] as const satisfies readonly (readonly (keyof Values)[])[]

/** Returns which variables are missing beside those that are set; null when none is. */
export const walletFault = (config: Values): string | null => {
  for (const names of NAMES) {
    const missing = names.filter((name) => !config[name])
    const given = names.filter((name) => config[name])
    if (given.length > 0 && missing.length > 0) return `${missing.join(' and ')} is missing: ${given.join(', ')} needs it as well.`
  }
  return null
}

/** Whether the value of a variable is not repeated in errors. */
export const isWalletSecret = (name: string): boolean => /^(IDRAM|TELCELL|FASTSHIFT|APPLE_PAY)_(?!(ACQUIRER_)?URL$)/.test(name)
