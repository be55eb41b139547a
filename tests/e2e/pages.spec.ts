import { expect } from '@playwright/test'
import { localePath } from '#domain/locale.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { BUDGETS } from '../support/e2e/audit/budgets.ts'
import { noteBytes } from '../support/e2e/audit/bytes.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { deviceOf, layoutFaultsAtNarrowest, layoutFaultsEverywhere } from '../support/e2e/audit/layout.ts'
import { LOOKS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, watchComplaints } from '../support/e2e/audit/page-watch.ts'
import { loadFirst } from '../support/e2e/audit/visit-page.ts'

// Every page as a guest meets it, once a device, with every lens on the same load: its bytes, what moves, what it complains of, its layout, axe.
// What the HTML alone promises is read without a browser (markup.spec.ts).

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const { name, device, locale, laidOut, axe } of LOOKS)
  test(`page: ${name}, ${locale} (${device})`, async ({ page, market }, info) => {
    const complaints = watchComplaints(page)
    const { path, group } = pageKind(name, market)
    const address = localePath(locale, path)
    const { weight, faults } = await loadFirst(page, address, group === 'other' ? {} : BUDGETS[group])
    noteBytes(info, `${name} ${locale}`, weight)
    faults.push(...(await layoutFaultsEverywhere(page, deviceOf(info))).map((fault) => `${address} ${fault}`))
    faults.push(...(await violationsOf(page, null, axe)))
    for (const other of laidOut) {
      await openSettled(page, localePath(other, path))
      faults.push(...(await layoutFaultsAtNarrowest(page, deviceOf(info))).map((fault) => `${other} ${address} ${fault}`))
    }
    expect(faults).toEqual([])
    // A page that is not there answers so, and the browser says it.
    expect(complaints.filter((complaint) => name !== 'not found' || !complaint.includes('404'))).toEqual([])
  })
