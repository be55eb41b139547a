/** Points that can be withdrawn at once, at least. */
export const MIN_WITHDRAWAL = 1_000

/** What is withheld of them. */
export const WITHDRAWAL_TAX_PERCENT = 20

/** The number of an account as people write it, without spaces and dashes. */
export const accountNumber = (text: string): string => text.replace(/[\s-]/g, '')

/** 16 digits of an account at a bank in Armenia, which begin with the number of the bank. Numbers of cards, which are as long, are none. */
export const isAccountNumber = (text: string): boolean => /^(?!220[0-4])[12]\d{15}$/.test(text)
