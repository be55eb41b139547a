import type { Page } from '@playwright/test'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** Runs in the page: buttons of linked cards, and those that a finger at their middle would miss. */
const buttonsOverLinks = () => {
  const cards = [...document.querySelectorAll('article, li')].filter((card) => card.querySelector(':is(h2, h3, h4) a[href]'))
  const all = [...new Set(cards.flatMap((card) => [...card.querySelectorAll('button')]))]
  const seen = all.filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.getBoundingClientRect().width > 0)
  // Each look lays out anew; cards of one kind are alike, so a dozen over the page are looked at.
  const kinds = Map.groupBy(seen, (button) => `${button.className} in ${button.closest('article, li')?.className ?? ''}`)
  const looked = [...kinds.values()].flatMap((alike) => alike.filter((_, index) => index % Math.ceil(alike.length / 12) === 0))
  const missed = looked.filter((button) => {
    button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = button.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return !hit || !button.contains(hit)
  })
  return { count: seen.length, missed: missed.map((button) => button.ariaLabel ?? button.outerHTML.slice(0, 80)) }
}

/**
 * Looks again until nothing covers them: cards far from the window are laid out when they are scrolled to, lists and stickers come late, and
 * whatever moves meanwhile is no cover. A cover stays.
 */
const expectTouchable = async (page: Page, atLeast: number): Promise<void> => {
  await expect(async () => {
    const { count, missed } = await page.evaluate(buttonsOverLinks)
    expect(count).toBeGreaterThanOrEqual(atLeast)
    expect(missed).toEqual([])
  }).toPass({ intervals: [50, 100, 250], timeout: 60_000 })
}

/** With the hearts as low as they once were, below the link that covers the card: without this, a look that misses no cover would pass. */
const expectToFindCovers = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    // A constructed sheet: the policy of a page refuses style elements.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.supplier > .heart { z-index: 2 }')
    document.adoptedStyleSheets = [sheet]
  })
  const { missed } = await page.evaluate(buttonsOverLinks)
  expect(missed.length).toBeGreaterThanOrEqual(8)
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
}

inLanguage('en', () => {
  test('every button that lies over a linked card is touched by a finger at its middle (phone)', async ({ page, shop, market, comes }) => {
    const supplier = await market.supplier(ALWAYS_OPEN.burgers)
    const { soldAt } = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true })
    const pages: readonly (readonly [path: string, atLeast: number])[] = [
      ['/', 10],
      ['/supermarkets', 3],
      ['/shops', 3],
      [`/search?term=${encodeURIComponent('pizza')}`, 5],
      [soldAt, 10]
    ]
    for (const [path, atLeast] of pages) {
      await shop.open(path)
      await expectTouchable(page, atLeast)
    }
    await shop.open('/restaurants')
    await expectTouchable(page, 10)
    await expectToFindCovers(page)
    const heart = page.locator('article.supplier').filter({ hasText: supplier.name }).locator('.heart').first()
    await tap(heart)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/\/restaurants$/)
    await shop.open('/favorites')
    await expectTouchable(page, 1)
  })
})
