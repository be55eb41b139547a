import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

const ENGLISH =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Wed|Thu|Fri|Sat|Sun|AM|PM|today|tomorrow|AMD)\b/i
/** A number right before the sign of the dram, whatever separates them. */
const AMOUNT = /[\d.,\u00a0\u2009\u202f ]*\d[ \u00a0\u2009\u202f]*֏/g
const GOOD_AMOUNT = /^[\u00a0 ]?\d{1,3}(\u00a0\d{3})*(,\d)?\u00a0֏$/
/** Days with slashes or hyphens, whole or without a year. */
const DATE = /\b\d{1,4}[/-]\d{1,2}[/-]\d{2,4}\b/g
const GOOD_DATE = /^(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])\/20\d\d$/

export interface Written {
  amounts: number
  dates: number
}

/** Everything shown on a page is written as Armenians write it; answers how much there was to check. */
export const expectArmenian = async (page: Page, within: Locator = page.locator('body')): Promise<Written> => {
  // Cards out of sight are not laid out, and have no text until then.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const text = await within.innerText()
  expect(ENGLISH.exec(text)?.[0], 'no English day, month or currency').toBeUndefined()
  const amounts = text.match(AMOUNT) ?? []
  expect(amounts.filter((amount) => !GOOD_AMOUNT.test(amount))).toEqual([])
  const dates = text.match(DATE) ?? []
  expect(dates.filter((date) => !GOOD_DATE.test(date))).toEqual([])
  return { amounts: amounts.length, dates: dates.length }
}
