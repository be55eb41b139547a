import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'
import { readParts, type Parts } from './amounts.ts'
import type { Goods } from './market.ts'
import type { Shop } from './shop.ts'
import { tap } from './tap.ts'

/** The basket: the drawer, or the column beside a menu on a desk. */
export interface BasketView {
  /** Opens it, or goes to it where it is in sight already. */
  open: () => Promise<Locator>
  /** Where it shows at the moment. */
  place: () => Promise<Locator>
  line: (goods: Pick<Goods, 'name'>) => Promise<Locator>
  quantity: (goods: Pick<Goods, 'name'>) => Promise<Locator>
  parts: () => Promise<Parts>
  close: () => Promise<void>
}

export const createBasket = ({ page, t }: Shop): BasketView => {
  const column = page.getByRole('complementary', { name: t('frame:basket') })
  const drawer = page.getByRole('dialog', { name: t('basket:title'), exact: true })
  const beside = (): Promise<boolean> => column.isVisible()
  const place = async (): Promise<Locator> => ((await beside()) ? column : drawer)
  const line = async ({ name }: Pick<Goods, 'name'>): Promise<Locator> => (await place()).getByRole('listitem').filter({ hasText: name })
  return {
    place,
    open: async () => {
      await tap(
        page
          .getByRole('button', { name: new RegExp(`^${t('frame:basket')}|${t('frame:basket')}$|^${t('frame:viewBasket')}`) })
          .filter({ visible: true })
          .first()
      )
      const shown = await place()
      // Until then the column is what the plain script painted.
      await expect(
        shown
          .getByRole('term')
          .or(shown.getByRole('heading', { name: t('basket:empty.title') }))
          .first()
      ).toBeVisible()
      return shown
    },
    line,
    quantity: async (goods) => (await line(goods)).getByRole('group').getByRole('status'),
    parts: async () => {
      const shown = await place()
      await expect(shown.locator('dl[aria-busy]')).toHaveCount(0)
      return readParts(shown, t)
    },
    close: async () => {
      if (!(await drawer.isVisible())) return
      await tap(drawer.getByRole('button', { name: t('states:close') }))
      // It goes back in history, which would break off a page that is opened at that moment.
      await expect.poll(() => page.evaluate(() => Number((history.state as { layer?: number } | null)?.layer ?? 0))).toBe(0)
    }
  }
}
