import * as catalogue from '#contract/catalogue/calls.ts'
import { createCaller } from '#client/call.ts'
import { supplierPath } from '#domain/enums.ts'
import { getTranslator } from '#i18n/translate.ts'
import { visit } from '#tests/support/e2e/audit/person.ts'
import { median, type Row } from './rows.ts'
import { openSpeedBrowser, showWhole } from './speed-browser.ts'
import { slowDown, timed } from './taps.ts'

/** A supermarket of the demo that hands orders over at three branches. */
const THREE_BRANCHES = 1608
const GOAL_MS = 1_000
const TURNS = 5

/** From the toggle of pickup in an open basket to the list of branches, on a slow phone, and what it asks the shop for. */
export const pickupRows = async (url: string): Promise<Row[]> => {
  const t = getTranslator('hy')
  const call = createCaller({ locale: 'hy', base: `${url}/api`, fetch, sessionId: () => '' })
  const { items } = await call(catalogue.products, { query: { supplierId: THREE_BRANCHES, take: 100 } })
  const goods = items.find(({ hasOptions, adult, stock }) => !hasOptions && !adult && stock === null)
  if (!goods) throw new Error('the supermarket sells nothing')
  const { kind, alias } = goods.supplier
  const times: number[] = []
  const counts: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const browser = await openSpeedBrowser(url)
    try {
      const products = [{ id: goods.id, quantity: goods.minimumPurchase }]
      await visit(browser.context, url, { signedIn: true, withAddress: true, products })
      const page = await browser.context.newPage()
      const session = await browser.context.newCDPSession(page)
      await showWhole(session)
      await slowDown(session)
      await page.goto(url + supplierPath(kind, alias))
      await page.waitForLoadState('networkidle')
      // The basket asks for its suggestions when it has time.
      const suggested = page.waitForResponse((response) => response.url().includes('/product-suggest'))
      await page.locator('.bottom [data-basket-open]').first().tap()
      const toggle = `dialog[open] .chip:has-text("${t('basket:mode.pickup')}")`
      await page.locator(toggle).waitFor()
      await suggested
      await page.waitForLoadState('networkidle')
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url())
      })
      times.push(await timed(page, [toggle, { in: 'dialog[open] li', text: t('pickup:here') }]))
      counts.push(asked.length)
    } finally {
      await browser.close()
    }
  }
  const [time, most] = [median(times), Math.max(...counts)]
  return [
    {
      what: `pickup: from the toggle to the list of branches, median of ${TURNS}`,
      goal: `<= ${GOAL_MS} ms`,
      figure: `${time.toFixed(0)} ms`,
      met: time <= GOAL_MS
    },
    { what: 'pickup: requests from the toggle to that list', goal: '<= 1', figure: String(most), met: most <= 1 }
  ]
}
