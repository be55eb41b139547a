import { expect as base, type Locator } from '@playwright/test'

const LIMIT_MS = 30_000

/**
 * Playwright's own, but waiting until something is visible draws no tree of the whole page at each look: that took a seventh of a story's
 * time. What fails is asked once more by Playwright's own, for its words.
 */
export const expect = base.extend({
  async toBeVisible(locator: Locator, { timeout = LIMIT_MS }: { timeout?: number } = {}) {
    if (this.isNot) {
      await base(locator).not.toBeVisible({ timeout })
      return { pass: false, message: () => '' }
    }
    const isSeen = await locator.waitFor({ state: 'visible', timeout }).then(
      () => true,
      () => false
    )
    if (!isSeen) await base(locator).toBeVisible({ timeout: 1 })
    return { pass: true, message: () => '' }
  }
})
