import { expect, type Page, type TestInfo } from '@playwright/test'
import { LOCALES, localePath } from '#domain/locale.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { layoutFaults, setTextSize, shiftsOf, watchShifts } from '../support/e2e/audit/layout-faults.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { closeModal, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, settled } from '../support/e2e/audit/page-watch.ts'
import { addressIn, playScene, SCENES } from '../support/e2e/audit/scenes.ts'

/** The widths people have, in px, and how high such a window is. Phones and tablets are touched, the others have a mouse. */
const WIDTHS: Record<string, readonly (readonly [number, number])[]> = {
  phone: [
    [320, 640],
    [375, 780],
    [768, 1024]
  ],
  desk: [
    [1260, 860],
    [1620, 900]
  ]
}
/** Cumulative layout shift of a page that nobody has touched. */
const MOST_SHIFT = 0.01

const atEveryWidth = async (page: Page, { project }: TestInfo, within?: string): Promise<string[]> => {
  const faults: string[] = []
  for (const [width, height] of WIDTHS[project.name] ?? []) {
    await page.setViewportSize({ width, height })
    await settled(page)
    faults.push(...(await layoutFaults(page, { targets: true, ...(within ? { within } : {}) })).map((fault) => `${width} px: ${fault}`))
  }
  const [[width, height] = [0, 0]] = WIDTHS[project.name] ?? []
  await page.setViewportSize({ width, height })
  await setTextSize(page, 32)
  faults.push(
    ...(await layoutFaults(page, { targets: false, ...(within ? { within } : {}) })).map((fault) => `${width} px, text at 200 %: ${fault}`)
  )
  await setTextSize(page, 16)
  return faults
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

for (const name of PAGE_KINDS) {
  test(`layout: ${name}`, async ({ page, market }, info) => {
    for (const locale of LOCALES) {
      await openSettled(page, localePath(locale, pageKind(name, market).path))
      expect(await atEveryWidth(page, info)).toEqual([])
    }
  })
}

for (const scene of SCENES) {
  test(`layout: ${scene.name}`, async ({ page, market, comes }, info) => {
    const path = await playScene(page, scene, market, comes, 'hy')
    expect(await atEveryWidth(page, info)).toEqual([])
    for (const locale of ['en', 'ru'] as const) {
      await openSettled(page, addressIn(locale, path))
      expect(await atEveryWidth(page, info)).toEqual([])
    }
  })
}

for (const locale of LOCALES) {
  test(`layout: modals in ${locale}`, async ({ page, market, comes }, info) => {
    const { orderNumber } = await comesToGallery(comes, market)
    const faults: string[] = []
    await openSettled(page, galleryPath(locale, market.withOptions.id, orderNumber))
    for (const id of MODAL_IDS) {
      await openFromGallery(page, locale, id)
      faults.push(...(await atEveryWidth(page, info, 'dialog')).map((fault) => `${id}: ${fault}`))
      await closeModal(page)
    }
    expect(faults).toEqual([])
  })
}

for (const name of ['home', 'listing of restaurant', 'supermarket', 'product with options', 'campaign'] as const) {
  for (const who of ['a guest', 'somebody with a basket'] as const) {
    test(`nothing moves while it loads: ${name}, ${who}`, async ({ page, market, comes }) => {
      if (who !== 'a guest') await comes({ signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] })
      await watchShifts(page)
      await openSettled(page, pageKind(name, market).path)
      await page.waitForLoadState('networkidle')
      const shifts = await shiftsOf(page)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_SHIFT)
    })
  }
}
