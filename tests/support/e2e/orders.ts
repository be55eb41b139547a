import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'
import { readParts, type Parts } from './amounts.ts'
import type { Shop } from './shop.ts'

export interface Orders {
  /** The steps of the order that is shown. */
  progress: () => Locator
  /** Where it stands. */
  state: (key: 'confirmed' | 'step0' | 'step1' | 'step2' | 'step3' | 'step4') => Locator
  /** How it is or will be paid, in the words of its facts. */
  payment: (
    key:
      | 'methods.card.paid'
      | 'methods.telcell.paid'
      | 'methods.fastshift.paid'
      | 'methods.applePay.paid'
      | 'methods.transfer.paid'
      | 'methods.card.refunded'
      | 'methods.cash.by'
      | 'unpaid'
      | 'declined'
  ) => Locator
  parts: () => Promise<Parts>
  /** The card of an order in the history. */
  card: (number: string) => Locator
  cards: () => Locator
  openHistory: () => Promise<void>
}

export const createOrders = (shop: Shop): Orders => {
  const { page, t } = shop
  const progress = (): Locator => page.getByRole('region', { name: t('orders:progress') })
  return {
    progress,
    state: (key) =>
      progress()
        .getByText(t(`orders:${key}`), { exact: true })
        .first(),
    payment: (key) => page.getByRole('definition').filter({ hasText: t(`orders:${key}`) }),
    parts: () => readParts(page.getByRole('region', { name: t('orders:contents') }), t),
    card: (number) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t('orders:number', { number }) }) }),
    cards: () => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${t('history:details')}`) }) }),
    openHistory: async () => {
      await shop.open('/account/orders')
      await expect(page.getByRole('heading', { level: 1, name: t('pages:orders') })).toBeVisible()
    }
  }
}
