import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const findings = async (page: Page, theme: string, builder: AxeBuilder): Promise<string[]> => {
  const { violations } = await builder.analyze()
  const where = new URL(page.url()).pathname
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary, html }) => `${where} (${theme}) ${id}: ${target.join(' ')}\n${html.slice(0, 200)}\n${failureSummary ?? ''}`
    )
  )
}

/** Every rule in the light theme, then those about colours in the dark one; the markup is the same. `within` limits it to one part. */
export const violationsOf = async (page: Page, within?: string): Promise<string[]> => {
  const builder = (): AxeBuilder => (within ? new AxeBuilder({ page }).include(within) : new AxeBuilder({ page }))
  await page.evaluate(standStill)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await findings(page, 'light', builder().withTags(TAGS))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await findings(page, 'dark', builder().withRules(COLOUR_RULES))
  return [...light, ...dark]
}

/**
 * As people meet it who scroll, which axe does not: what floats at the lower edge covers nothing for good, and far departments,
 * which the browser lays out when they come near, have their own size. A constructed sheet is what the page's policy allows.
 */
const standStill = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('nav.bottom, [data-locale-hint] { position: static; animation: none } * { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
}
