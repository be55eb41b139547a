import { expect, type Page } from '@playwright/test'

/** Waits until a worker has stored the page that is open, takes the connection away, and loads the page again. */
export const reloadOffline = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, new URL(page.url()).pathname)).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
}
