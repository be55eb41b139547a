import { expect } from '../support/e2e/expect.ts'
import { localePath } from '#domain/locale.ts'
import { INSIDE_FRAME, violationsOf } from '../support/e2e/audit/axe.ts'
import { BUDGETS } from '../support/e2e/audit/budgets.ts'
import { noteBytes } from '../support/e2e/audit/bytes.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { layoutFaultsIn } from '../support/e2e/audit/layout.ts'
import { CHOSEN, LOOKS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { watchComplaints } from '../support/e2e/audit/page-watch.ts'
import { loadFirst } from '../support/e2e/audit/visit-page.ts'

// Every page as a guest meets it, once a device, with every lens on the same load: its bytes, what moves, what it complains of, its layout, axe.
// What the HTML alone promises is read without a browser (markup.spec.ts).

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const { name, device, locale, windows, axe } of LOOKS)
  test(`page: ${name}, ${locale} (${device})`, async ({ page, market }, info) => {
    const complaints = watchComplaints(page)
    const { path, group } = pageKind(name, market)
    const address = localePath(locale, path)
    const { weight, faults } = await loadFirst(page, address, group === 'other' ? {} : BUDGETS[group])
    noteBytes(info, `${name} ${locale}`, weight)
    faults.push(...(await layoutFaultsIn(page, windows)).map((fault) => `${address} ${fault}`))
    faults.push(...(await violationsOf(page, CHOSEN.includes(name) ? null : INSIDE_FRAME, axe)))
    expect(faults).toEqual([])
    // A page that is not there answers so, and the browser says it.
    expect(complaints.filter((complaint) => name !== 'not found' || !complaint.includes('404'))).toEqual([])
  })
