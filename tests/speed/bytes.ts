import { chromium, type BrowserContext } from '@playwright/test'
import { AFTER_ADDING, BUDGETS, PERSONAL } from '#tests/support/e2e/audit/budgets.ts'
import { weigh, type Weight } from '#tests/support/e2e/audit/bytes.ts'
import { readMarket, type Market } from '#tests/support/e2e/audit/market.ts'
import { PAGE_KINDS, pageKind, type Budgeted } from '#tests/support/e2e/audit/page-kinds.ts'
import { openSettled } from '#tests/support/e2e/audit/page-watch.ts'
import { visit, type Wanted } from '#tests/support/e2e/audit/person.ts'
import { launchOptions } from '#tests/support/e2e/chromium.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Row } from './rows.ts'

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

/** Weighs the heaviest page of every budget at `baseURL`, with an empty cache, as the byte tests do (which also look at every visitor). */
export const bytesOf = async (baseURL: string): Promise<Row[]> => {
  const browser = await chromium.launch(launchOptions)
  const fresh = <T>(work: (context: BrowserContext) => Promise<T>): Promise<T> =>
    browser
      .newContext({ baseURL, timezoneId: 'Asia/Yerevan', reducedMotion: 'reduce' })
      .then((context) => work(context).finally(() => context.close()))
  try {
    const market = await fresh(({ request }) => readMarket(request))
    const rows: Row[] = []
    for (const group of Object.keys(BUDGETS) as Budgeted[]) {
      const weights: Weight[] = []
      for (const name of PAGE_KINDS.filter((kind) => pageKind(kind, market).group === group))
        weights.push(await fresh((context) => weighed(context, pageKind(name, market).path)))
      const script = Math.max(...weights.map((weight) => weight.script))
      const markup = Math.max(...weights.map((weight) => weight.markup))
      const most = BUDGETS[group]
      rows.push(row(`bytes: ${group}, the heaviest of ${weights.length}: script, HTML + CSS`, [script, markup], [most.script, most.markup]))
    }
    const added = await fresh((context) => addAndOpen(context, market))
    rows.push(row('bytes: all script after adding and opening the basket', [added.script], [AFTER_ADDING]))
    const shopper: Wanted = { signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] }
    for (const path of ['/checkout', '/account/orders', '/account/addresses']) {
      const weight = await fresh(async (context) => {
        await visit(context, baseURL, shopper)
        return weighed(context, path, true)
      })
      rows.push(row(`bytes: all script of ${path}, signed in`, [weight.script], [PERSONAL]))
    }
    return rows
  } finally {
    await browser.close()
  }
}

const row = (what: string, bytes: number[], most: number[]): Row => ({
  what,
  goal: `<= ${most.map(kb).join(', ')}`,
  figure: bytes.map(kb).join(', '),
  met: bytes.every((value, index) => value <= (most[index] ?? 0))
})

/** `streams`: the page keeps a stream open, so that its network never rests. */
const weighed = async (context: BrowserContext, path: string, streams = false): Promise<Weight> => {
  const page = await context.newPage()
  const weight = weigh(page)
  await openSettled(page, path)
  if (!streams) await page.waitForLoadState('networkidle')
  return weight()
}

const addAndOpen = async (context: BrowserContext, market: Market): Promise<Weight> => {
  const t = getTranslator('hy')
  const page = await context.newPage()
  const weight = weigh(page)
  await openSettled(page, pageKind('supermarket', market).path)
  const [product] = market.others
  await page.getByRole('button', { name: t('product:add', { name: product.name }), exact: true }).click()
  await page.getByRole('group', { name: product.name, exact: true }).first().waitFor()
  const basket = page.getByRole('button', { name: new RegExp(t('frame:basket')) })
  await basket.filter({ visible: true }).first().click()
  await page
    .getByRole('link', { name: new RegExp(t('basket:checkout')) })
    .filter({ visible: true })
    .waitFor()
  await page.waitForLoadState('networkidle')
  return weight()
}
