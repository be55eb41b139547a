import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

// The other stories are told to people who asked for less motion.
test.use({ language: 'ru', locale: 'ru-RU', contextOptions: { reducedMotion: 'no-preference' } })

/** What moved when the page was shown, by name; undefined before. */
type Moved = { moved?: readonly string[] }

test('a card becomes its page, and what slides in can be used', async ({ page, shop, market, basket, t }) => {
  await page.addInitScript(() =>
    addEventListener('pagereveal', ({ viewTransition }) => {
      void viewTransition?.ready.then(() => {
        const parts = document.getAnimations().map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null) ?? '')
        ;(window as Moved).moved = parts.flatMap((part) => /view-transition-group\((.+)\)/.exec(part)?.[1] ?? [])
      })
    })
  )
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: hotDog.supplier.name, exact: true }) })
    .first()
  // A machine may be so busy that the first frame comes before the cover was read, and nothing is there to move: here the frame waits for it.
  await page.route(`**${shop.path(hotDog.soldAt)}`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('<head>', '<head><link rel="expect" href="#content" blocking="render">')
    await route.fulfill({ response: answer, body: html })
  })
  // Nothing moves when the page takes over four seconds to come: the browser then shows it as it is.
  await expect(async () => {
    await shop.open('/restaurants')
    await card.scrollIntoViewIfNeeded()
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
    await tap(card.getByRole('link'))
    await expect(page).toHaveURL(shop.path(hotDog.soldAt))
    await expect.poll(() => page.evaluate(() => (window as Moved).moved), { timeout: 10_000 }).toContain(`cover-${hotDog.supplier.id}`)
  }).toPass()

  await tap(shop.button('product:add', { name: hotDog.name }))
  await basket.open()
  await expect(await basket.quantity(hotDog)).toHaveText('1')
  await tap((await basket.line(hotDog)).getByRole('button', { name: t('states:more') }))
  await expect(await basket.quantity(hotDog)).toHaveText('2')
  await basket.close()
  await tap(
    shop
      .button('frame:where')
      .or(page.getByRole('button', { name: new RegExp(t('frame:where')) }))
      .first()
  )
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A closed layer leaves the history a moment after it leaves the screen.
  await expect.poll(() => page.evaluate(() => Number(history.state?.layer ?? 0))).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(shop.path('/restaurants'))
  await expect(card).toBeVisible()
})
