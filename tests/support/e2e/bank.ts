import { BANK_WORDS } from '#server/services/simulator/bank-words.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

export type BankAnswer = 'approve' | 'decline' | 'leave'

/** The simulated bank's page, in the shop's language. */
export interface Bank {
  /** Presses what the bank is to answer and comes back to the order; its number. */
  answers: (answer: BankAnswer) => Promise<string>
}

export const createBank = ({ page, language }: Shop): Bank => ({
  answers: async (answer) => {
    await page.waitForURL(/\/simulator\/bank\//)
    await page.getByRole('heading', { name: BANK_WORDS.title[language] }).waitFor()
    await tap(page.getByRole('button', { name: BANK_WORDS[answer][language] }))
    await page.waitForURL(/\/account\/orders\/\d+/)
    return /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
  }
})
