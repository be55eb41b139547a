import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import type { Shop } from '#tests/support/e2e/shop.ts'
import type { ModalId } from '#stores/modal-list.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const openGallery = ({ open }: Shop): Promise<void> => open('/gallery')
const openerOf = ({ page, t }: Shop, id: ModalId) => page.getByRole('button', { name: `${t('modals:gallery.open')} ${id}`, exact: true })

inLanguage('hy', () => {
  test('a dialog over another one: Escape, the overlay and the way back close one at a time', async ({ page, shop, t }) => {
    await openGallery(shop)
    const [menu, signIn] = [shop.dialog(t('modals:navbar.title')), shop.dialog(t('auth:title'))]
    const opens = async () => {
      await tap(openerOf(shop, 'navbar'))
      await tap(menu.getByRole('button', { name: t('frame:signIn') }))
      await expect(signIn).toBeVisible()
    }
    await opens()
    await page.keyboard.press('Escape')
    await expect(signIn).toBeHidden()
    await expect(menu).toBeVisible()
    // A press that comes at once is taken for the second of a double tap.
    await expect(async () => {
      await page.mouse.click(2, 2)
      await expect(menu).toBeHidden({ timeout: 400 })
    }).toPass()

    await opens()
    await page.evaluate(() => scrollTo(0, 300))
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(5, 300)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toMatch(/hidden|clip/)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.goBack()
    await expect(signIn).toBeHidden()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${shop.path('/gallery')}$`))
    await expect(page.locator('html[data-scroll-locked]')).toHaveCount(0)
  })

  test('a dialog has a name while its script is on its way, and its own when it is there', async ({ page, shop, t }) => {
    await openGallery(shop)
    await tap(openerOf(shop, 'success'))
    await expect(shop.dialog(t('modals:success'))).toBeVisible()
    await page.keyboard.press('Escape')
    const release = Promise.withResolvers<undefined>()
    await page.route('**/_astro/*.js', async (route) => {
      await release.promise
      await route.continue()
    })
    await tap(openerOf(shop, 'auth'))
    await expect(shop.dialog(t('states:loading'))).toBeVisible()
    expect(await violationsOf(page, 'dialog')).toEqual([])
    release.resolve(undefined)
    await expect(shop.dialog(t('auth:both.title'))).toBeVisible()
  })
})
