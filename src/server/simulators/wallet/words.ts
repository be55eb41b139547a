import type { Words } from '#domain/locale.ts'
import type { BankWord } from '../bank/words.ts'

/** Words of a simulated wallet's pages that differ from a bank's. */
export const walletWords = (name: string): Partial<Record<BankWord, Words>> => ({
  title: { hy: `Փորձնական ${name}`, en: `Test ${name}`, ru: `Тестовый ${name}` },
  intro: {
    hy: `Սա իրական ${name} չէ, և գումար չի գանձվում։ Ընտրեք, թե ինչ պիտի պատասխանի դրամապանակը։`,
    en: `This is not the real ${name}, and no money is taken. Choose what the wallet should answer.`,
    ru: `Это не настоящий ${name}, деньги не списываются. Выберите ответ кошелька.`
  },
  funds: { hy: 'Դրամապանակում գումարը չի բավականացնում', en: 'Insufficient funds', ru: 'В кошельке не хватает денег' },
  faults: { hy: `${name}-ի խափանումներ`, en: `Faults of ${name}`, ru: `Сбои ${name}` }
})
