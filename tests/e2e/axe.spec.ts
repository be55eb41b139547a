import { expect } from '@playwright/test'
import { localePath } from '#domain/locale.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { closeModal, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { localesHere, PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'
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
