import { expect, test as base } from '@playwright/test'
import { LOCALE_TAGS, LOCALES, type Locale } from '#domain/locale.ts'
import type { Translate } from '#i18n/keys.ts'
import { createBank, type Bank } from './bank.ts'
import { createBasket, type BasketView } from './basket.ts'
import { createCheckout, type Checkout } from './checkout.ts'
import { createMarket, type Market } from './market.ts'
import { createOrders, type Orders } from './orders.ts'
import { createPerson, type Person } from './person.ts'
import { createShop, type Shop } from './shop.ts'

interface Story {
  /** What the person reads. */
  language: Locale
  t: Translate
  shop: Shop
  market: Market
  person: Person
  basket: BasketView
  checkout: Checkout
  orders: Orders
  bank: Bank
}

/** A story has a shop, a market and a person; what its pages throw fails it. */
export const test = base.extend<Story & { faults: string[] }>({
  language: ['hy', { option: true }],
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true }
  ],
  shop: async ({ page, language }, use) => use(createShop(page, language)),
  t: async ({ shop }, use) => use(shop.t),
  market: async ({ request, language }, use) => use(createMarket(request, language)),
  person: async ({ shop }, use) => use(createPerson(shop)),
  basket: async ({ shop }, use) => use(createBasket(shop)),
  checkout: async ({ shop }, use) => use(createCheckout(shop)),
  orders: async ({ shop }, use) => use(createOrders(shop)),
  bank: async ({ shop }, use) => use(createBank(shop))
})

/** Tells the stories to a reader of one language: those that every language lives through alike. */
export const inLanguage = (language: Locale, tell: (language: Locale) => void): void => {
  test.describe(language, () => {
    test.use({ language, locale: LOCALE_TAGS[language], contextOptions: { reducedMotion: 'reduce' } })
    tell(language)
  })
}

/** Tells the stories once in each language, to a reader of it. */
export const inEachLanguage = (tell: (language: Locale) => void): void => {
  for (const language of LOCALES) inLanguage(language, tell)
}

export { expect }
