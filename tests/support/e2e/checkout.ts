import { expect, type Locator } from '@playwright/test'
import type { Locale } from '#domain/locale.ts'
import { readParts, type Parts } from './amounts.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

/** A house in the middle of Yerevan as its street is typed in each language, and the street as the shop writes it. */
const HOUSE: Record<Locale, string> = { hy: 'Աբովյան 12', en: 'Abovyan 12', ru: 'Абовяна 12' }

export interface Checkout {
  open: () => Promise<void>
  /** One of its parts by its heading. */
  part: (name: 'where' | 'when' | 'pay' | 'more' | 'summary') => Locator
  /** Opens the field in which an address is typed. */
  looksForAddress: () => Promise<Locator>
  /** Types an address and takes the first suggestion: its form is open, nothing is confirmed. */
  picksAddress: () => Promise<void>
  /** The same, and confirms it. */
  typesAddress: () => Promise<void>
  /** Everything that is needed for an order in cash, now. */
  parts: () => Promise<Parts>
  pays: (how: 'cash' | 'card') => Promise<void>
  /** Presses the button that orders in cash, at whatever price it says. */
  pressesOrder: () => Promise<void>
  /** The button that says what happens and how much. */
  orderButton: () => Promise<Locator>
  /** Presses it and waits for the order's page; answers the order's number. */
  orders: () => Promise<string>
  /** Chooses the card and presses the button: the bank's page comes. */
  goesToBank: () => Promise<void>
}

export const createCheckout = (shop: Shop): Checkout => {
  const { page, t } = shop
  const part: Checkout['part'] = (name) => page.getByRole('region', { name: t(`checkout:${name}`), exact: true })
  const parts = async (): Promise<Parts> => {
    // The price for the address comes after it.
    await expect(part('summary')).not.toContainText(t('basket:totals.estimate'))
    return readParts(part('summary'), t)
  }
  const orderButton = async (): Promise<Locator> => {
    // The times come after the basket; before them the button only leads to their part.
    await expect(part('when').getByRole('radio').or(part('when').getByRole('combobox')).first()).toBeVisible()
    const cash = await part('pay')
      .getByRole('radio', { name: t('checkout:methods.cash.name') })
      .isChecked()
    const price = shop.money((await parts()).total)
    return part('summary').getByRole('button', {
      name: t(cash ? 'checkout:methods.cash.order' : 'checkout:methods.card.order', { price }),
      exact: true
    })
  }
  const looksForAddress = async (): Promise<Locator> => {
    await tap(part('where').getByRole('button', { name: t('address:search') }))
    return part('where').getByRole('combobox', { name: t('address:search') })
  }
  const picksAddress = async (): Promise<void> => {
    await (await looksForAddress()).fill(HOUSE[shop.language])
    await tap(page.getByRole('option').first())
  }
  const pays: Checkout['pays'] = (how) =>
    part('pay')
      .getByRole('radio', { name: t(`checkout:methods.${how}.name`) })
      .check()
  return {
    part,
    parts,
    orderButton,
    open: async () => {
      await shop.open('/checkout')
      await expect(part('summary')).toBeVisible()
    },
    looksForAddress,
    picksAddress,
    pressesOrder: () => {
      const [before = '', after = ''] = t('checkout:methods.cash.order', { price: '@' }).split('@')
      return tap(part('summary').getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }))
    },
    typesAddress: async () => {
      await picksAddress()
      await tap(part('where').getByRole('button', { name: t('address:use') }))
      await expect(part('where').getByRole('radio').first()).toBeChecked()
    },
    pays,
    goesToBank: async () => {
      await pays('card')
      await tap(await orderButton())
      await page.waitForURL(/\/simulator\/bank\//)
    },
    orders: async () => {
      await tap(await orderButton())
      await page.waitForURL(/\/account\/orders\/\d+/)
      return /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
    }
  }
}
