import { expect } from '@playwright/test'
import { localePath } from '#domain/locale.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { alternatesOf, deadLinks, internalLinksOf, markupFaults, promisesBroken } from '../support/e2e/audit/markup.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { closeModal, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { localesHere, PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, watchComplaints } from '../support/e2e/audit/page-watch.ts'
import { addressIn, playScene, SCENES } from '../support/e2e/audit/scenes.ts'

const isIndexed = (name: string): boolean => !/guest|gallery|not found/.test(name)

for (const [index, name] of PAGE_KINDS.entries()) {
  test(`markup: ${name}`, async ({ page, market, request, baseURL }, { project }) => {
    const complaints = watchComplaints(page)
    for (const locale of localesHere(project.name, index)) {
      const path = localePath(locale, pageKind(name, market).path)
      const html = await (await request.get(path)).text()
      expect(await markupFaults(html), path).toEqual([])
      expect(promisesBroken(html, locale, isIndexed(name)), path).toEqual([])
      const alternates = alternatesOf(html).map(([, href]) => href)
      expect(
        await deadLinks(
          request,
          [...alternates, ...internalLinksOf(html, baseURL ?? '')].filter((href) => name !== 'not found' || !href.endsWith('no-such-place'))
        ),
        path
      ).toEqual([])
      await openSettled(page, path)
    }
    // A page that is not there answers so, and the browser says it.
    expect(complaints.filter((complaint) => name !== 'not found' || !complaint.includes('404'))).toEqual([])
  })
}

for (const [index, scene] of SCENES.entries()) {
  test(`markup: ${scene.name}`, async ({ page, market, comes }, { project }) => {
    const complaints = watchComplaints(page)
    const path = await playScene(page, scene, market, comes, 'hy')
    for (const locale of localesHere(project.name, index)) {
      const address = addressIn(locale, path)
      const html = await (await page.request.get(address)).text()
      expect(await markupFaults(html), address).toEqual([])
      expect(promisesBroken(html, locale, false), address).toEqual([])
      await openSettled(page, address)
    }
    // What is not there answers so, and the browser says it.
    const isMissing = ['bank without an order', 'order nobody has'].includes(scene.name)
    expect(complaints.filter((complaint) => !isMissing || !complaint.includes('404'))).toEqual([])
  })
}

for (const [index, id] of MODAL_IDS.entries()) {
  test(`markup: modal ${id}`, async ({ page, market, comes }, { project }) => {
    const complaints = watchComplaints(page)
    const { orderNumber } = await comesToGallery(comes, market)
    for (const locale of localesHere(project.name, index)) {
      await openSettled(page, galleryPath(locale, market.withOptions.id, orderNumber))
      const dialog = await openFromGallery(page, locale, id)
      await expect(dialog.locator('[style]')).toHaveCount(0)
      await closeModal(page)
    }
    expect(complaints).toEqual([])
  })
}
