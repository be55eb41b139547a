import { expect } from '@playwright/test'
import { localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { closeModal, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { localesHere, PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, settled } from '../support/e2e/audit/page-watch.ts'
import { newPhone } from '../support/e2e/audit/person.ts'
import { addressIn, playScene, SCENES } from '../support/e2e/audit/scenes.ts'

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const [index, name] of PAGE_KINDS.entries()) {
  test(`axe finds nothing: ${name}`, async ({ page, market }, { project }) => {
    for (const locale of localesHere(project.name, index)) {
      await openSettled(page, localePath(locale, pageKind(name, market).path))
      expect(await violationsOf(page)).toEqual([])
    }
  })
}

for (const [index, scene] of SCENES.entries()) {
  test(`axe finds nothing: ${scene.name}`, async ({ page, market, comes }, { project }) => {
    const [first, ...others] = localesHere(project.name, index)
    if (!first) throw new Error('no language for this scene')
    const path = await playScene(page, scene, market, comes, first)
    expect(await violationsOf(page)).toEqual([])
    for (const locale of others) {
      await openSettled(page, addressIn(locale, path))
      expect(await violationsOf(page)).toEqual([])
    }
  })
}

for (const [index, id] of MODAL_IDS.entries()) {
  test(`axe finds nothing: modal ${id}`, async ({ page, market, comes }, { project }) => {
    const isForGuests = ['login', 'auth-phone', 'register'].includes(id)
    const { orderNumber } = isForGuests ? { orderNumber: '' } : await comesToGallery(comes, market)
    for (const locale of localesHere(project.name, index)) {
      await openSettled(page, galleryPath(locale, market.withOptions.id, orderNumber))
      await openFromGallery(page, locale, id)
      expect(await violationsOf(page, 'dialog')).toEqual([])
      await closeModal(page)
    }
  })
}

for (const [index, products] of [[], [2]].entries()) {
  test(`axe finds nothing: basket opened with ${products.length} lines`, async ({ page, market, comes }, { project }) => {
    await comes({ products: products.map((quantity) => ({ id: market.plain.id, quantity })) })
    for (const locale of localesHere(project.name, index)) {
      const t = getTranslator(locale)
      await openSettled(page, localePath(locale, pageKind('restaurant', market).path))
      await page
        .getByRole('button', { name: new RegExp(t('frame:basket')) })
        .filter({ visible: true })
        .first()
        .click()
      const inside =
        products.length > 0 ? page.getByRole('link', { name: new RegExp(t('basket:checkout')) }) : page.getByText(t('basket:empty.title'))
      await expect(inside.filter({ visible: true })).toBeVisible()
      await settled(page)
      expect(await violationsOf(page)).toEqual([])
    }
  })
}

test('axe finds nothing: signing in, step by step', async ({ page }, { project }) => {
  for (const locale of localesHere(project.name, 0)) {
    const t = getTranslator(locale)
    await openSettled(page, localePath(locale, '/about-us'))
    await page
      .getByRole('button', { name: t('frame:signIn') })
      .filter({ visible: true })
      .click()
    await page.getByRole('textbox', { name: t('auth:contact') }).fill(newPhone())
    await page.getByRole('button', { name: t('auth:getCode') }).click()
    const code = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
    await expect(code).toBeVisible()
    expect(await violationsOf(page, 'dialog')).toEqual([])
    const outbox = await (await page.request.get('/outbox?language=en')).text()
    await code.fill(/class="code">(\d{6})</.exec(outbox)?.[1] ?? '')
    await expect(page.getByRole('textbox', { name: t('auth:name.first'), exact: true })).toBeVisible()
    expect(await violationsOf(page, 'dialog')).toEqual([])
  }
})

test('the audit finds what is wrong, in both themes and in a part', async ({ page }) => {
  await openSettled(page, '/about-us')
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'Pale'
    pale.style.color = 'color-mix(in srgb, currentColor 10%, transparent)'
    const picture = document.createElement('img')
    document.querySelector('main')?.append(pale, picture)
  })
  const all = (await violationsOf(page)).join('\n')
  for (const fault of ['(light) color-contrast', '(dark) color-contrast', '(light) image-alt']) expect(all).toContain(fault)
  expect((await violationsOf(page, 'header')).join('\n')).not.toContain('image-alt')
})
