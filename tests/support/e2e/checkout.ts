import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'
import type { Locale } from '#domain/locale.ts'
import { readParts, type Parts } from './amounts.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

/** A house in the middle of Yerevan as its street is typed in each language, and the street as the shop writes it. */
const HOUSE: Record<Locale, string> = { hy: 'Աբովյան 12', en: 'Abovyan 12', ru: 'Абовяна 12' }

const WAYS = ['cash', 'card', 'idram', 'telcell', 'fastshift', 'applePay', 'transfer'] as const
type Way = (typeof WAYS)[number]

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
  pays: (how: Way) => Promise<void>
  /** Presses the button that orders in cash, at whatever price it says. */
  pressesOrder: () => Promise<void>
  /** The button that says what happens and how much. */
  orderButton: () => Promise<Locator>
  /** Presses it and waits for the order's page; answers the order's number. */
  orders: () => Promise<string>
  /** Chooses the card, or a wallet, and presses the button: the page of its provider comes. */
  goesToBank: (how?: Way) => Promise<void>
}

export const createCheckout = (shop: Shop): Checkout => {
  const { page, t } = shop
  const part: Checkout['part'] = (name) => page.getByRole('region', { name: t(`checkout:${name}`), exact: true })
  const parts = async (): Promise<Parts> => {
    // The price for the address comes after it, and the button waits for it.
    await expect(part('summary').locator('[aria-busy]')).toHaveCount(0)
    return readParts(part('summary'), t)
  }
  // With its description, since the name of one begins the name of another.
  const radio = (how: Way): Locator =>
    part('pay').getByRole('radio', { name: `${t(`checkout:methods.${how}.name`)} ${t(`checkout:methods.${how}.about`)}` })
  const orderButton = async (): Promise<Locator> => {
    // The times come after the basket; before them the button only leads to their part.
    await expect(part('when').getByRole('radio').or(part('when').getByRole('combobox')).first()).toBeVisible()
    await expect(part('pay').getByRole('radio', { checked: true }).first()).toBeAttached()
    // What is not offered to this person says why in place of its description.
    const checked = await Promise.all(WAYS.map(async (way) => (await radio(way).count()) > 0 && radio(way).isChecked()))
    const chosen = WAYS.find((_, index) => checked[index]) ?? 'card'
    const price = shop.money((await parts()).total)
    return part('summary').getByRole('button', {
      name: t(`checkout:methods.${chosen}.order`, { price }),
      exact: true
    })
  }
  const looksForAddress = async (): Promise<Locator> => {
    const field = part('where').getByRole('combobox', { name: t('address:search') })
    const button = part('where').getByRole('button', { name: t('address:search') })
    // Right after a sign-in it is open already.
    await expect(field.or(button)).toBeVisible()
    if (await button.isVisible()) await tap(button)
    return field
  }
  const picksAddress = async (): Promise<void> => {
    await (await looksForAddress()).fill(HOUSE[shop.language])
    await tap(page.getByRole('option').first())
  }
  const pays: Checkout['pays'] = (how) => radio(how).check()
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
    goesToBank: async (how = 'card') => {
      await pays(how)
      await tap(await orderButton())
      await page.waitForURL(/\/simulator\/\w+\/pay\//)
    },
    orders: async () => {
      await tap(await orderButton())
      await page.waitForURL(/\/account\/orders\/\d+/)
      return /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
    }
  }
}
