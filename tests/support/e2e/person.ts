import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'
import type { Goods } from './market.ts'
import { newPhone } from './contacts.ts'
import { pressUntil } from './press-until.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

/** What somebody does who came to order. */
export interface Person {
  /** Puts a product without options into the basket from its supplier's page. */
  adds: (goods: Goods) => Promise<void>
  /** Opens the sheet of a product with options, from its supplier's page. */
  opensOptionsOf: (goods: Goods) => Promise<Locator>
  /** Signs in by the dialog that is open, as somebody new who gives a name; answers the contact. */
  introducesThemself: (contact?: string) => Promise<string>
  /** Signs in from the frame of the page with a contact that is known already. */
  returns: (contact: string) => Promise<void>
  /** Signs in from the frame of the page. */
  signsIn: (contact?: string) => Promise<string>
  /** Asks for a code in the dialog that is open. */
  asksForCode: (contact: string) => Promise<void>
  /** The code in the outbox page, behind the link in the dialog, which is pressed by mouse or by keyboard. */
  readsCode: (by?: 'mouse' | 'keyboard') => Promise<string>
}

export const createPerson = (shop: Shop): Person => {
  const { page, t } = shop
  const asksForCode = async (contact: string): Promise<void> => {
    await page.getByRole('textbox', { name: t('auth:contact') }).fill(contact)
    await pressUntil(shop.button('auth:getCode'), page.getByRole('textbox', { name: t('auth:code.label'), exact: true }))
  }
  const readsCode: Person['readsCode'] = async (by = 'mouse') => {
    const opened = page.context().waitForEvent('page')
    const field = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
    if (by === 'mouse') await tap(shop.link('auth:code.outbox'))
    else {
      await page.keyboard.press('Tab')
      await expect(shop.link('auth:code.outbox')).toBeFocused()
      await page.keyboard.press('Enter')
    }
    const outbox = await opened
    const code = outbox
      .getByRole('listitem')
      .filter({ has: outbox.locator('time') })
      .first()
      .locator('strong')
    const text = await code.textContent()
    await outbox.close()
    if (by === 'keyboard') await page.keyboard.press('Shift+Tab')
    await expect(field).toBeVisible()
    return text ?? ''
  }
  const introducesThemself = async (contact = newPhone()): Promise<string> => {
    await asksForCode(contact)
    await page.getByRole('textbox', { name: t('auth:code.label'), exact: true }).fill(await readsCode())
    await page.getByRole('textbox', { name: t('auth:name.first'), exact: true }).fill('Անի')
    await tap(shop.button('auth:name.submit'))
    // What signing in was for may open a dialog of its own.
    await expect(page.getByRole('textbox', { name: t('auth:name.first'), exact: true })).toHaveCount(0)
    return contact
  }
  const opensSignIn = (): Promise<void> => tap(shop.button('frame:signIn'))
  return {
    asksForCode,
    readsCode,
    introducesThemself,
    adds: async (goods) => {
      if (!page.url().endsWith(goods.soldAt)) await shop.open(goods.soldAt)
      await tap(shop.button('product:add', { name: goods.name }))
      await expect(shop.saying(t('basket:said.added', { name: goods.name }))).toHaveText(t('basket:said.added', { name: goods.name }))
    },
    opensOptionsOf: async (goods) => {
      if (!page.url().endsWith(goods.soldAt)) await shop.open(goods.soldAt)
      await tap(shop.button('product:choose', { name: goods.name }))
      const sheet = shop.dialog(goods.name)
      await expect(sheet).toBeVisible()
      return sheet
    },
    returns: async (contact) => {
      await opensSignIn()
      await asksForCode(contact)
      await page.getByRole('textbox', { name: t('auth:code.label'), exact: true }).fill(await readsCode())
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    signsIn: async (contact) => {
      await opensSignIn()
      return introducesThemself(contact)
    }
  }
}
