import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOnly, RunOptions } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const runHere = async ({ within, options }: { within: string | null; options: RunOptions }): Promise<AxeResults['violations']> => {
  const { axe } = window as unknown as { axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } }
  const { violations } = await axe.run(within ? { include: [within] } : document, options)
  return violations
}

const findings = async (page: Page, theme: string, within: string | null, runOnly: RunOnly): Promise<string[]> => {
  // Only what is wrong is described: describing what is right takes most of the time.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
  const violations = await page.evaluate(runHere, { within, options })
  const where = new URL(page.url()).pathname
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary, html }) => `${where} (${theme}) ${id}: ${target.join(' ')}\n${html.slice(0, 200)}\n${failureSummary ?? ''}`
    )
  )
}

/** Every rule in the light theme, then those about colours in the dark one; the markup is the same. `within` limits it to one part. */
export const violationsOf = async (page: Page, within: string | null = null): Promise<string[]> => {
  await page.evaluate(standStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await findings(page, 'light', within, { type: 'tag', values: TAGS })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await findings(page, 'dark', within, { type: 'rule', values: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
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
