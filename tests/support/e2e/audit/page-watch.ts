import type { Page } from '@playwright/test'

/** Opens an address and waits until nothing on the page is still on its way: fonts, islands, first answers. */
export const openSettled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await settled(page)
}

export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const waiting = 'astro-island[client="load"][ssr], .skeleton, [class*="_skeleton_"], [aria-busy="true"]'
    return document.readyState === 'complete' && document.fonts.status === 'loaded' && !document.querySelector(waiting)
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Everything a page complains about: console errors, uncaught errors, refusals of its policy. */
export const watchComplaints = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${page.url()} ${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()} threw: ${error.message}`))
  return complaints
}
