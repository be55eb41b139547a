import * as info from '#contract/info/calls.ts'
import { readPublic } from '#client/read-public.ts'
import type { Currency } from '#domain/enums.ts'
import { formatAbout } from '#domain/money.ts'
import { locale } from '../text.ts'
import { withAbout } from './with-about.ts'

interface Chosen {
  version: 1
  code: Currency
  rate: number
  date: string
}
const KEY = 'root:currency'
const chosen = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Chosen

/** Texts that are no prices to read: what is typed, and the frame, which has no room. */
const SKIPPED = 'script, style, template, textarea, noscript, .header, [data-no-about]'

const paint = (text: Node): void => {
  const { nodeValue, parentElement } = text
  // Most texts have no price; a changed value of the node is how React writes it too.
  if (!nodeValue?.includes('֏') || parentElement?.closest(SKIPPED)) return
  const painted = withAbout(nodeValue, (amd) => formatAbout(amd, chosen.rate, chosen.code, locale))
  if (painted !== nodeValue) text.nodeValue = painted
}

const paintAll = (root: Node): void => {
  if (root.nodeType === Node.TEXT_NODE) return paint(root)
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) paint(texts.currentNode)
}

// Prices also come from other scripts and from islands: a painted text is left alone, so this ends.
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') paint(target)
    else addedNodes.forEach(paintAll)
  }
}).observe(document.body, { subtree: true, childList: true, characterData: true })
paintAll(document.body)

/** The rate of the day, for the next page. */
const renew = async (): Promise<void> => {
  const { currencies, rates } = await readPublic(info.info, {}, locale)
  const rate = currencies.find(({ code }) => code === chosen.code)?.rate
  if (rate && rates) localStorage.setItem(KEY, JSON.stringify({ ...chosen, rate, date: rates.date }))
  else localStorage.removeItem(KEY)
}
// Once a visit: a rate that is a day old is still "about".
if (!sessionStorage.getItem(KEY)) {
  sessionStorage.setItem(KEY, '1')
  // Without an answer the known rate stays.
  renew().catch(() => undefined)
}
