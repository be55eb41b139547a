import { cardBankOf } from './config-card-banks.ts'
import { checked, singleLine, whole } from './config-values.ts'
import { isArmenianTin } from '#domain/tin.ts'

/** The shop's own details, for the invoices that businesses pay by bank transfer, and how many days they have. */
export const TRANSFER_VARIABLES = {
  TRANSFER_SELLER: singleLine("must be the shop's legal name on one line", 120),
  TRANSFER_TIN: checked(isArmenianTin, "must be the shop's tax id, 8 digits"),
  TRANSFER_ADDRESS: singleLine("must be the shop's legal address on one line", 200),
  TRANSFER_BANK: singleLine("must be the name of the shop's bank on one line", 120),
  TRANSFER_ACCOUNT: checked((text) => /^\d{11,16}$/.test(text), "must be the shop's bank account, 11 to 16 digits"),
  TRANSFER_DAYS: whole(5, 1, 30)
}
const NAMES = ['TRANSFER_SELLER', 'TRANSFER_TIN', 'TRANSFER_ADDRESS', 'TRANSFER_BANK', 'TRANSFER_ACCOUNT'] as const
type Values = { [K in (typeof NAMES)[number]]?: string | undefined }

export interface BankAccount {
  name: string
  tin: string
  address: string
  bank: string
  account: string
}

/** A seller that does not exist, for shops that only pretend to sell. */
const OF_DEMO: BankAccount = {
  name: '«Շուկա Դեմո» ՍՊԸ',
  tin: '00000019',
  address: 'ՀՀ, ք. Երևան, Աբովյան 1',
  bank: '«Դեմո Բանկ» ՓԲԸ',
  account: '0000000000000019'
}

/** Returns which variables are missing beside those that are set; null when none is. */
export const transferFault = (config: Values): string | null => {
  const missing = NAMES.filter((name) => !config[name])
  const given = NAMES.filter((name) => config[name])
  return given.length > 0 && missing.length > 0 ? `${missing.join(' and ')} is missing: ${given.join(', ')} needs it as well.` : null
}

/** Whose bank account businesses transfer to; null: none is configured, and the shop does not only pretend to sell. */
export const bankAccountOf = (config: Values & Parameters<typeof cardBankOf>[0]): BankAccount | null => {
  const { TRANSFER_SELLER: name, TRANSFER_TIN: tin, TRANSFER_ADDRESS: address, TRANSFER_BANK: bank, TRANSFER_ACCOUNT: account } = config
  if (name && tin && address && bank && account) return { name, tin, address, bank, account }
  return cardBankOf(config).real ? null : OF_DEMO
}
