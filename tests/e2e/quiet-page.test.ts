import type { Page } from '@playwright/test'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'

const scriptsOf = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url().replace(/.*\/|\..*/g, ''))))
  return scripts
}

test('what a browser sends by itself on a page with products fetches no basket, and a scroll does', async ({ page, market }) => {
  const scripts = scriptsOf(page)
  const basketScripts = (): string[] => scripts.filter((name) => /^(basket|client)$/.test(name)).sort()
  const { soldAt } = await market.product(ALWAYS_OPEN.burgers, '3003')
  await page.goto(`/en${soldAt}`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    for (const event of [new Event('scroll'), new PointerEvent('pointermove', { clientX: 9 })]) dispatchEvent(event)
    return new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle, { timeout: 500 }), { timeout: 500 }))
  })
  await page.waitForLoadState('networkidle')
  expect(basketScripts()).toEqual([])
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(basketScripts).toEqual(['basket', 'client'])
})

test('a list of suppliers fetches its script when somebody moves the mouse, and not by itself (desk)', async ({ page }) => {
  const scripts = scriptsOf(page)
  const listScripts = (): string[] => scripts.filter((name) => name.startsWith('listing-') && name !== 'listing-start')
  await page.goto('/en/restaurants', { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    for (const name of ['pointerover', 'pointermove']) dispatchEvent(new PointerEvent(name, { pointerType: 'mouse' }))
  })
  await page.waitForLoadState('networkidle')
  expect(listScripts()).toEqual([])
  await page.mouse.move(200, 300)
  await page.mouse.move(210, 310)
  await expect.poll(listScripts).toHaveLength(1)
})
