import { expect } from '../support/e2e/expect.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { LOCALES } from '#domain/locale.ts'
import { violationsOf, type Look } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { layoutFaultsIn } from '../support/e2e/audit/layout.ts'
import { closeAsUsual, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { languageHere } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, watchComplaints } from '../support/e2e/audit/page-watch.ts'

// Every dialog on one device, in the layouts of both, in a language by turn, every second one in both themes: with axe, its name, its focus and
// the way out of it. `npm run test:full` looks at each in every language.

/** Signing in shows somebody who is signed in something else. */
const FOR_GUESTS = ['auth', 'login', 'auth-phone', 'register', 'forgot-password', 'choose-account'] as const
/** Each well within the time of a test. */
const PARTS = IS_FULL ? 4 : 2

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const [locale, part] of LOCALES.flatMap((one) => Array.from({ length: PARTS }, (_, index) => [one, index] as const)))
  test(`dialogs in ${locale}, part ${part + 1} of ${PARTS} (phone)`, async ({ page, browser, baseURL, market, comes }) => {
    const complaints = watchComplaints(page)
    const inviting = await browser.newContext({ baseURL: baseURL ?? '' })
    const samples = await comesToGallery(comes, market, inviting, baseURL ?? '')
    await inviting.close()
    const faults: string[] = []
    await openSettled(page, galleryPath(locale, market.withOptions.id, samples))
    for (const [index, id] of MODAL_IDS.entries()) {
      if (index % PARTS !== part) continue
      if (!IS_FULL && languageHere('phone', index) !== locale) continue
      const dialog = await openFromGallery(page, locale, id)
      faults.push(...(await layoutFaultsIn(page, 'every', 'dialog')).map((fault) => `${id} ${fault}`))
      if ((await dialog.locator('[style]').count()) > 0) faults.push(`${id}: inline style`)
      const inBoth = Math.floor(index / LOCALES.length) % 2 === 0
      const looks: readonly Look[] = inBoth ? ['light', 'colours in dark'] : ['light']
      faults.push(...(await violationsOf(page, 'dialog', looks)).map((fault) => `${id} ${fault}`))
      await closeAsUsual(page, locale, id)
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
  })

test('dialogs of guests (phone)', async ({ page, market }) => {
  for (const [index, id] of FOR_GUESTS.entries()) {
    const locale = languageHere('phone', index)
    await openSettled(page, galleryPath(locale, market.withOptions.id))
    await openFromGallery(page, locale, id)
    expect(await violationsOf(page, 'dialog')).toEqual([])
    await closeAsUsual(page, locale, id)
  }
})
