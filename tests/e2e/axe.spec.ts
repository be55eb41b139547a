import { expect } from '@playwright/test'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { PAGE_KINDS, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'

/** Each language of a page is looked at once, on a phone or at a desk; every language comes to both over the kinds. */
const localesHere = (project: string, index: number): Locale[] => LOCALES.filter((_, at) => ((at + index) % 3 === 0) === (project === 'desk'))

for (const [index, name] of PAGE_KINDS.entries()) {
  test(`axe finds nothing: ${name}`, async ({ page, market }, { project }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    for (const locale of localesHere(project.name, index)) {
      await openSettled(page, localePath(locale, pageKind(name, market).path))
      expect(await violationsOf(page)).toEqual([])
    }
  })
}
