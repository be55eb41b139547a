import { expect } from '../support/e2e/expect.ts'
import { localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { violationsOf } from '../support/e2e/audit/axe.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { openAddressSearch, openMap } from '../support/e2e/audit/modals.ts'
import { languageHere, pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled, settled } from '../support/e2e/audit/page-watch.ts'
import { deviceOf } from '../support/e2e/audit/layout.ts'
import { newPhone } from '../support/e2e/audit/person.ts'
import { tap } from '../support/e2e/tap.ts'

// What axe meets only after somebody pressed something.

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

for (const [index, products] of [[], [2]].entries()) {
  test(`axe finds nothing: basket opened with ${products.length} lines`, async ({ page, market, comes }, info) => {
    await comes({ products: products.map((quantity) => ({ id: market.plain.id, quantity })) })
    const locale = languageHere(deviceOf(info), index)
    const t = getTranslator(locale)
    await openSettled(page, localePath(locale, pageKind('restaurant', market).path))
    await tap(
      page
        .getByRole('button', { name: new RegExp(t('frame:basket')) })
        .filter({ visible: true })
        .first()
    )
    const inside =
      products.length > 0 ? page.getByRole('link', { name: new RegExp(t('basket:checkout')) }) : page.getByText(t('basket:empty.title'))
    await expect(inside.filter({ visible: true })).toBeVisible()
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
  })
}

test('axe finds nothing: signing in, step by step (phone)', async ({ page }, info) => {
  const locale = languageHere(deviceOf(info), 0)
  const t = getTranslator(locale)
  await openSettled(page, localePath(locale, '/about-us'))
  await tap(page.getByRole('button', { name: t('frame:signIn') }).filter({ visible: true }))
  await page.getByRole('textbox', { name: t('auth:contact') }).fill(newPhone())
  await tap(page.getByRole('button', { name: t('auth:getCode') }))
  const code = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
  await expect(code).toBeVisible()
  expect(await violationsOf(page, 'dialog')).toEqual([])
  const outbox = await (await page.request.get('/outbox?language=en')).text()
  await code.fill(/class="code">(\d{6})</.exec(outbox)?.[1] ?? '')
  await expect(page.getByRole('textbox', { name: t('auth:name.first'), exact: true })).toBeVisible()
  expect(await violationsOf(page, 'dialog')).toEqual([])
})

test('axe finds nothing: the map, which works without tiles of somebody else (phone)', async ({ page }, info) => {
  const locale = languageHere(deviceOf(info), 0)
  const t = getTranslator(locale)
  await openSettled(page, localePath(locale, '/about-us'))
  await openAddressSearch(page)
  await openMap(page, t)
  expect(await violationsOf(page, 'dialog')).toEqual([])
})

test('the audit finds what is wrong, in both themes and in a part (desk)', async ({ page }) => {
  await openSettled(page, '/about-us')
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'Pale'
    pale.style.color = 'color-mix(in srgb, currentColor 10%, transparent)'
    const picture = document.createElement('img')
    const onGradient = document.createElement('p')
    onGradient.textContent = 'Pale on a gradient'
    onGradient.style.color = 'rgb(200, 200, 200)'
    onGradient.style.background = 'linear-gradient(rgb(255, 255, 255), rgb(230, 230, 230))'
    const masked = document.createElement('p')
    masked.textContent = 'Over a picture'
    masked.style.background = `url('data:image/gif;base64,R0lGODlhAQABAAAAACw=')`
    document.querySelector('main')?.append(pale, picture, onGradient, masked)
  })
  const all = (await violationsOf(page)).join('\n')
  for (const fault of [
    '(light) color-contrast',
    '(dark) color-contrast',
    '(light) image-alt',
    'undecided: contrast 1.',
    'undecided: bgImage'
  ])
    expect(all).toContain(fault)
  expect((await violationsOf(page, 'header')).join('\n')).not.toContain('image-alt')
})
