import { BANK_WORDS } from '#server/simulators/bank/words.ts'
import { walletWords } from '#server/simulators/wallet/words.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

const WALLETS: Record<string, string> = { idram: 'Idram', telcell: 'Telcell', fastshift: 'FastShift' }
export type BankAnswer = 'approve' | 'refuse' | 'funds' | 'leave'

/** The page of a simulated bank or wallet, in the shop's language. */
export interface Bank {
  /** Presses what the bank is to answer and comes back to the order; its number. */
  answers: (answer: BankAnswer) => Promise<string>
  /** The same for a share of a group order, and comes back to the restaurant. */
  answersShare: (answer: BankAnswer) => Promise<void>
  /** The same for a gift card, and comes back to those of the person. */
  answersGiftCard: (answer: BankAnswer) => Promise<void>
}

export const createBank = ({ page, language }: Shop): Bank => {
  const press = async (answer: BankAnswer): Promise<void> => {
    await page.waitForURL(/\/simulator\/\w+\/pay\//)
    const [, provider = ''] = /\/simulator\/(\w+)\//.exec(page.url()) ?? []
    const title = walletWords(WALLETS[provider] ?? '').title
    await page.getByRole('heading', { name: (provider in WALLETS && title ? title : BANK_WORDS.title)[language] }).waitFor()
    await tap(page.getByRole('button', { name: BANK_WORDS[answer][language] }))
  }
  return {
    answers: async (answer) => {
      await press(answer)
      await page.waitForURL(/\/account\/orders\/\d+/)
      return /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
    },
    answersShare: async (answer) => {
      await press(answer)
      await page.waitForURL(/\/restaurants\//)
    },
    answersGiftCard: async (answer) => {
      await press(answer)
      await page.waitForURL(/\/account\/gift-cards$/)
    }
  }
}
