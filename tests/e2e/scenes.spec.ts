import { IS_FULL } from '#tests/config/full.ts'
import { LOCALES } from '#domain/locale.ts'
import { expect } from '../support/e2e/expect.ts'
import { INSIDE_FRAME, violationsOf } from '../support/e2e/audit/axe.ts'
import { ACCOUNT, PERSONAL } from '../support/e2e/audit/budgets.ts'
import { noteBytes } from '../support/e2e/audit/bytes.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { deviceOf, layoutFaultsAtNarrowest, layoutFaultsIn, type Device } from '../support/e2e/audit/layout.ts'
import { markupFaults, promisesBroken } from '../support/e2e/audit/markup.ts'
import { answers } from '../support/e2e/audit/page-files.ts'
import { languageHere } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, watchComplaints } from '../support/e2e/audit/page-watch.ts'
import type { Scene } from '../support/e2e/audit/scene.ts'
import { addressIn, SCENES } from '../support/e2e/audit/scenes.ts'
import { loadFirst } from '../support/e2e/audit/visit-page.ts'

// Pages as somebody sees them for whom something happened before, once a device, with every lens on the same load.

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

/** `npm run test:full` looks on both devices; here those that are drawn apart take turns. */
const deviceFor = ({ isOnBoth }: Scene, index: number): Device => (isOnBoth && index % 2 === 1 ? 'desk' : 'phone')

for (const [index, scene] of SCENES.entries())
  test(`scene: ${scene.name}${IS_FULL ? '' : ` (${deviceFor(scene, index)})`}`, async ({ page, market, comes }, info) => {
    const device = deviceOf(info)
    const complaints = watchComplaints(page)
    const path = await scene.prepare(await comes(scene.wanted(market)))
    expect(scene.file === null || answers(scene.file, path), `${path} is drawn by ${scene.file}`).toBe(true)
    const own = languageHere(device, index)
    const address = addressIn(own, path)
    // What is booked is checked out in the account.
    const most = path.startsWith('/account') && path !== '/account/bookings/new' ? ACCOUNT : PERSONAL
    const script = scene.isWeighed ? most : Infinity
    const { weight, faults } = await loadFirst(page, address, { script, mayMove: true })
    noteBytes(info, scene.name, weight)
    const layout = await layoutFaultsIn(page, scene.isOnBoth && IS_FULL ? device : 'every')
    faults.push(...layout.map((fault) => `${address} ${fault}`))
    // Both themes over the list: one by turn, or one a device. The colours are those of the pages (pages.spec.ts).
    const theme = (scene.isOnBoth ? device === 'phone' : index % 4 < 2) ? 'light' : 'dark'
    faults.push(...(await violationsOf(page, INSIDE_FRAME, IS_FULL ? ['light', 'dark'] : [theme])))
    for (const other of IS_FULL ? LOCALES.filter((locale) => locale !== own) : []) {
      await openSettled(page, addressIn(other, path))
      faults.push(...(await layoutFaultsAtNarrowest(page, device)).map((fault) => `${addressIn(other, path)} ${fault}`))
    }
    // What the server writes without a page of ours; the HTML of the pages is everybody's, and read in markup.spec.ts.
    if (scene.file === null) {
      const html = await (await page.request.get(address)).text()
      faults.push(...[...(await markupFaults(html)), ...promisesBroken(html, own, false)].map((fault) => `${address} ${fault}`))
    }
    expect(faults).toEqual([])
    // What is not there answers so, and the browser says it.
    const isMissing = ['bank without an order', 'order nobody has'].includes(scene.name)
    expect(complaints.filter((complaint) => !isMissing || !complaint.includes('404'))).toEqual([])
  })
