import { expect } from '../support/e2e/expect.ts'
import { DEFAULT_LOCALE, LOCALES, localePath } from '#domain/locale.ts'
import { BUDGETS } from '../support/e2e/audit/budgets.ts'
import { scriptsNamedIn, weighMarkup } from '../support/e2e/audit/bytes.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { alternatesOf, deadLinks, internalLinksOf, markupFaults, promisesBroken } from '../support/e2e/audit/markup.ts'
import { answers, fileRoutes } from '../support/e2e/audit/page-files.ts'
import { CHOSEN, languageHere, PAGE_KINDS, pageKind, TEMPLATE_OF, type Budgeted, type KindName } from '../support/e2e/audit/page-kinds.ts'
import { SCENES } from '../support/e2e/audit/scenes.ts'

// What the HTML of a page promises, read as the server sends it: no browser is started here.

// In one worker: every address that pages link to is asked once.
test.describe.configure({ mode: 'default' })

const isIndexed = (name: string): boolean => !/guest|gallery|not found|nobody began|file /.test(name)

test('every page of the shop is looked at, as a guest or in a scene (desk)', ({ market }) => {
  const paths = PAGE_KINDS.map((name) => pageKind(name, market).path)
  const isSeen = (route: string): boolean => paths.some((path) => answers(route, path)) || SCENES.some(({ file }) => file === route)
  expect(fileRoutes().length).toBeGreaterThan(40)
  expect(fileRoutes().filter((route) => !isSeen(route))).toEqual([])
  expect(SCENES.filter(({ file }) => file !== null && !fileRoutes().includes(file)).map(({ name }) => name)).toEqual([])
})

/** Pages that only a scene shows: the HTML is everybody's, and a guest gets it too. */
const PERSONAL = SCENES.flatMap(({ file }) => (file && !file.includes('[') ? [file] : [])).filter(
  (file, index, all) => file.startsWith('/account/') && all.indexOf(file) === index
)

for (const [index, name] of [...PAGE_KINDS, ...PERSONAL.map((file) => `file ${file}` as const)].entries())
  test(`HTML: ${name} (desk)`, async ({ market, request, baseURL }) => {
    const path = name.startsWith('file ') ? name.slice('file '.length) : pageKind(name as (typeof PAGE_KINDS)[number], market).path
    const isChosen = CHOSEN.some((chosen) => chosen === name)
    const faults: string[] = []
    for (const locale of LOCALES) {
      const address = localePath(locale, path)
      const html = await (await request.get(address)).text()
      faults.push(...promisesBroken(html, locale, isIndexed(name)).map((fault) => `${address} ${fault}`))
      // One template writes every language: each page is validated and its links are followed in one by turn, the chosen ones in all.
      if (!isChosen && locale !== languageHere('desk', index)) continue
      const links = [...alternatesOf(html).map(([, href]) => href), ...internalLinksOf(html, baseURL ?? '')]
      faults.push(...(await markupFaults(html)).map((fault) => `${address} ${fault}`))
      faults.push(...(await deadLinks(baseURL ?? '', links)))
    }
    expect(faults).toEqual([])
  })

// Their bytes are weighed in a browser by `npm run test:full` alone (pages.spec.ts).
for (const [name, template] of Object.entries(TEMPLATE_OF))
  test(`HTML: ${name} has the scripts of ${template}, and its markup keeps the budget (desk)`, async ({ market, request, baseURL }) => {
    const { path, group } = pageKind(name as KindName, market)
    const read = async (address: string): Promise<string> => (await request.get(address)).text()
    const like = scriptsNamedIn(await read(pageKind(template, market).path))
    expect(like.length).toBeGreaterThan(0)
    const html = await read(path)
    expect(scriptsNamedIn(html).filter((script) => !like.includes(script))).toEqual([])
    expect(group).not.toBe('other')
    for (const locale of LOCALES) {
      const address = localePath(locale, path)
      expect(
        await weighMarkup(baseURL ?? '', address, locale === DEFAULT_LOCALE ? html : await read(address)),
        address
      ).toBeLessThanOrEqual(BUDGETS[group as Budgeted].markup)
    }
  })
