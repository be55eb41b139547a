import { expect } from '@playwright/test'
import { LOCALES, localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { layoutFaultsEverywhere } from '../support/e2e/audit/layout.ts'
import { alternatesOf, deadLinks, internalLinksOf, markupFaults, promisesBroken } from '../support/e2e/audit/markup.ts'
import { closeModal, galleryPath, MODAL_IDS, openAddressSearch, openFromGallery, openMap } from '../support/e2e/audit/modals.ts'
import { localesHere, localesLaidOut, onDevice, PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, settled, watchComplaints } from '../support/e2e/audit/page-watch.ts'
import { newPhone } from '../support/e2e/audit/person.ts'
import { addressIn, SCENES } from '../support/e2e/audit/scenes.ts'

// Every page, scene and dialog is opened in every language and looked at for layout: at the widths of phones in all, at those of desks in one
// (localesLaidOut). Axe, the validator and the links go once through each language (localesHere). One visit does it all, and says all it found.

const isIndexed = (name: string): boolean => !/guest|gallery|not found/.test(name)

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const [index, name] of PAGE_KINDS.entries()) {
  test(`page: ${name}${onDevice(name)}`, async ({ page, market, request, baseURL }, info) => {
    const complaints = watchComplaints(page)
    const faults: string[] = []
    for (const locale of onDevice(name) === '' ? localesLaidOut(info.project.name, index) : LOCALES) {
      const path = localePath(locale, pageKind(name, market).path)
      await openSettled(page, path)
      faults.push(...(await layoutFaultsEverywhere(page, info)).map((fault) => `${path} ${fault}`))
      if (onDevice(name) === '' && !localesHere(info.project.name, index).includes(locale)) continue
      faults.push(...(await violationsOf(page)))
      const html = await (await request.get(path)).text()
      const links = [...alternatesOf(html).map(([, href]) => href), ...internalLinksOf(html, baseURL ?? '')]
      faults.push(
        ...(await markupFaults(html)).map((fault) => `${path} ${fault}`),
        ...promisesBroken(html, locale, isIndexed(name)).map((fault) => `${path} ${fault}`),
        ...(await deadLinks(baseURL ?? '', links))
      )
    }
    expect(faults).toEqual([])
    // A page that is not there answers so, and the browser says it.
    expect(complaints.filter((complaint) => name !== 'not found' || !complaint.includes('404'))).toEqual([])
  })
}

for (const [index, scene] of SCENES.entries()) {
  test(`scene: ${scene.name}`, async ({ page, market, comes }, info) => {
    const complaints = watchComplaints(page)
    const faults: string[] = []
    const path = await scene.prepare(await comes(scene.wanted(market)))
    for (const locale of localesLaidOut(info.project.name, index)) {
      const address = addressIn(locale, path)
      await openSettled(page, address)
      faults.push(...(await layoutFaultsEverywhere(page, info)).map((fault) => `${address} ${fault}`))
      if (!localesHere(info.project.name, index).includes(locale)) continue
      faults.push(...(await violationsOf(page)))
      const html = await (await page.request.get(address)).text()
      faults.push(...[...(await markupFaults(html)), ...promisesBroken(html, locale, false)].map((fault) => `${address} ${fault}`))
    }
    expect(faults).toEqual([])
    // What is not there answers so, and the browser says it.
    const isMissing = ['bank without an order', 'order nobody has'].includes(scene.name)
    expect(complaints.filter((complaint) => !isMissing || !complaint.includes('404'))).toEqual([])
  })
}

/** Signing in shows somebody who is signed in something else. */
const FOR_GUESTS = ['auth', 'login', 'auth-phone', 'register', 'forgot-password', 'choose-account'] as const

for (const locale of LOCALES)
  for (const half of [0, 1])
    test(`dialogs in ${locale}, half ${half + 1}`, async ({ page, market, comes }, info) => {
      const complaints = watchComplaints(page)
      const { orderNumber } = await comesToGallery(comes, market)
      const faults: string[] = []
      await openSettled(page, galleryPath(locale, market.withOptions.id, orderNumber))
      for (const [index, id] of MODAL_IDS.entries()) {
        if (index % 2 !== half || !localesLaidOut(info.project.name, index).includes(locale)) continue
        const dialog = await openFromGallery(page, locale, id)
        faults.push(...(await layoutFaultsEverywhere(page, info, 'dialog')).map((fault) => `${id} ${fault}`))
        if ((await dialog.locator('[style]').count()) > 0) faults.push(`${id}: inline style`)
        if (localesHere(info.project.name, index).includes(locale))
          faults.push(...(await violationsOf(page, 'dialog')).map((fault) => `${id} ${fault}`))
        await closeModal(page)
      }
      expect(faults).toEqual([])
      expect(complaints).toEqual([])
    })

test('dialogs of guests', async ({ page, market }, { project }) => {
  for (const [index, id] of FOR_GUESTS.entries())
    for (const locale of localesHere(project.name, index)) {
      await openSettled(page, galleryPath(locale, market.withOptions.id, ''))
      await openFromGallery(page, locale, id)
      expect(await violationsOf(page, 'dialog')).toEqual([])
      await closeModal(page)
    }
})
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

test('axe finds nothing: the map, which works without tiles of somebody else', async ({ page }, { project }) => {
  for (const locale of localesHere(project.name, 0)) {
    const t = getTranslator(locale)
    await openSettled(page, localePath(locale, '/about-us'))
    await openAddressSearch(page)
    await openMap(page, t)
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
