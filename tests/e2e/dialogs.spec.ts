import { expect } from '../support/e2e/expect.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { LOCALES } from '#domain/locale.ts'
import { violationsOf, type Look } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { comesToGallery } from '../support/e2e/audit/gallery.ts'
import { layoutFaultsAtNarrowest, layoutFaultsIn } from '../support/e2e/audit/layout.ts'
import { closeAsUsual, closeModal, galleryPath, MODAL_IDS, openFromGallery } from '../support/e2e/audit/modals.ts'
import { languageHere } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, watchComplaints } from '../support/e2e/audit/page-watch.ts'

// Every dialog on one device, in the layouts of both: with axe, its name, its focus and the way out of it in one language by turn, every second one in both themes; in the narrowest
// window also in Armenian and Russian, whose words are long.

/** Signing in shows somebody who is signed in something else. */
const FOR_GUESTS = ['auth', 'login', 'auth-phone', 'register', 'forgot-password', 'choose-account'] as const

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const [locale, half] of LOCALES.flatMap((one) => [0, 1].map((part) => [one, part] as const)))
  test(`dialogs in ${locale}, half ${half + 1} (phone)`, async ({ page, market, comes }) => {
    const complaints = watchComplaints(page)
    const { orderNumber, orderId } = await comesToGallery(comes, market)
    const faults: string[] = []
    await openSettled(page, galleryPath(locale, market.withOptions.id, orderNumber, orderId))
    for (const [index, id] of MODAL_IDS.entries()) {
      if (index % 2 !== half) continue
      const isItsTurn = IS_FULL || languageHere('phone', index) === locale
      // English words are short: in its turn alone.
      if (!isItsTurn && locale === 'en') continue
      const dialog = await openFromGallery(page, locale, id)
      const layout = isItsTurn ? layoutFaultsIn(page, 'every', 'dialog') : layoutFaultsAtNarrowest(page, 'phone', 'dialog')
      faults.push(...(await layout).map((fault) => `${id} ${fault}`))
      if ((await dialog.locator('[style]').count()) > 0) faults.push(`${id}: inline style`)
      const inBoth = Math.floor(index / LOCALES.length) % 2 === 0
      const looks: readonly Look[] = inBoth ? ['light', 'colours in dark'] : ['light']
      if (isItsTurn) faults.push(...(await violationsOf(page, 'dialog', looks)).map((fault) => `${id} ${fault}`))
      await (isItsTurn ? closeAsUsual(page, locale, id) : closeModal(page))
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
  })

test('dialogs of guests (phone)', async ({ page, market }) => {
  for (const [index, id] of FOR_GUESTS.entries()) {
    const locale = languageHere('phone', index)
    await openSettled(page, galleryPath(locale, market.withOptions.id, ''))
    await openFromGallery(page, locale, id)
    expect(await violationsOf(page, 'dialog')).toEqual([])
    await closeAsUsual(page, locale, id)
  }
})
