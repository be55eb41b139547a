import { test as base } from '@playwright/test'
import { expect } from './expect.ts'
import { LOCALE_TAGS, type Locale } from '#domain/locale.ts'
import type { Translate } from '#i18n/keys.ts'
import { visit, type Visitor, type Wanted } from './audit/person.ts'
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
  /** Who comes with a past, made through the API before any page is opened: an account, an address, a basket. */
  comes: (wanted: Wanted) => Promise<Visitor>
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
  comes: async ({ context, baseURL }, use) => use((wanted) => visit(context, baseURL ?? '', wanted)),
  basket: async ({ shop }, use) => use(createBasket(shop)),
  checkout: async ({ shop }, use) => use(createCheckout(shop)),
  orders: async ({ shop }, use) => use(createOrders(shop)),
  bank: async ({ shop }, use) => use(createBank(shop))
})

/** Tells the stories to a reader of one language: every language lives through them alike. */
export const inLanguage = (language: Locale, tell: (language: Locale) => void): void => {
  test.describe(language, () => {
    // A phone's fourfold pixels are drawn by the processor here, a sixth of a story's time; audits of pages look at them.
    test.use({ language, locale: LOCALE_TAGS[language], deviceScaleFactor: 1, contextOptions: { reducedMotion: 'reduce' } })
    tell(language)
  })
}

export { expect }
