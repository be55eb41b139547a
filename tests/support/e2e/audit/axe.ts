import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, NodeResult, RunOnly, RunOptions } from 'axe-core'
import { GONE, undecided } from './axe-undecided.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'
/** Every rule in one theme, or those about colours in the dark one: after a look in the light theme, as the markup is the same. */
export type Look = Theme | 'colours in dark'
const ALL: RunOnly = { type: 'tag', values: TAGS }
const LOOKS: Record<Look, { theme: Theme; rules: RunOnly }> = {
  light: { theme: 'light', rules: ALL },
  dark: { theme: 'dark', rules: ALL },
  'colours in dark': { theme: 'dark', rules: { type: 'rule', values: COLOUR_RULES } }
}

/** A selector of a part, a page without parts, or null: all of it. */
type Within = string | { exclude: string[] } | null
type Found = Pick<AxeResults, 'violations' | 'incomplete'>

/** All of a page but its header and footer, which are every page's and looked at on those of each sort. */
export const INSIDE_FRAME = { exclude: ['body > header', 'body > footer'] }

const runHere = async ({ within, options }: { within: Within; options: RunOptions }): Promise<Found> => {
  const { axe } = window as unknown as { axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } }
  const { violations, incomplete } = await axe.run(within ?? document, options)
  return { violations, incomplete }
}

const findings = async (page: Page, { theme, rules }: (typeof LOOKS)[Look], within: Within, tries = 5): Promise<string[]> => {
  // Only what is wrong or undecided is described: describing what is right takes most of the time.
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations', 'incomplete'], iframes: false }
  const { violations, incomplete } = await page.evaluate(runHere, { within, options })
  const open = await undecided(page, incomplete)
  // An order under way is drawn anew between the look and the questions, and its headings are gone: then it is looked at again.
  const isRedrawn = incomplete.some(({ id }) => id === 'heading-order') || open.some(({ why }) => why === GONE)
  if (tries > 1 && isRedrawn) return findings(page, { theme, rules }, within, tries - 1)
  const where = new URL(page.url()).pathname
  const describe = (id: string, { target, failureSummary, html }: NodeResult): string =>
    `${where} (${theme}) ${id}: ${target.join(' ')}\n${html.slice(0, 200)}\n${failureSummary ?? ''}`
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => describe(id, node))),
    ...open.map(({ id, node, why }) => `${describe(id, node)}\nundecided: ${why}`)
  ]
}

/** What axe finds in these looks, and what it could not decide and nothing excuses. `within` limits it to one part. */
export const violationsOf = async (
  page: Page,
  within: Within = null,
  looks: readonly Look[] = ['light', 'colours in dark']
): Promise<string[]> => {
  await page.evaluate(standStill, MAX_ALIKE)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const faults: string[] = []
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: LOOKS[look].theme, reducedMotion: 'reduce' })
    faults.push(...(await findings(page, LOOKS[look], within)))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
  return faults
}

/** Of what one template draws many times, so many are looked at: cards of a list, departments of a menu. */
const MAX_ALIKE = 4

/**
 * As people meet it who scroll, which axe does not: what floats at the lower edge covers nothing for good, and far departments,
 * which the browser lays out when they come near, have their own size. A constructed sheet is what the page's policy allows.
 * What React has drawn is hidden, as it may draw it again; the rest is removed, since axe visits hidden elements too.
 */
const standStill = (maxAlike: number): void => {
  const sheet = new CSSStyleSheet()
  const alike = `:is(.product, .supplier, .menu-section, li:has(> .product, > .supplier)):nth-of-type(n + ${maxAlike + 1})`
  sheet.replaceSync(`nav.bottom, .header, .header-basket, [data-locale-hint] { position: static !important; animation: none }
    * { content-visibility: visible !important }
    ${alike} { display: none }`)
  document.adoptedStyleSheets = [sheet]
  for (const element of document.querySelectorAll(alike)) if (!element.closest('astro-island')) element.remove()
}
