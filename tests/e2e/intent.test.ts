import type { Page } from '@playwright/test'
import * as baskets from '#contract/baskets/calls.ts'
import { createBasket } from '#tests/support/e2e/basket.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

test.use({ language: 'en', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

/** Holds back every script from now on, and lets them all come. */
const holdScripts = async (page: Page): Promise<{ held: () => number; release: () => Promise<void> }> => {
  let open: () => void = () => undefined
  let held = 0
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    held += 1
    await opened
    await route.continue()
  })
  return { held: () => held, release: async () => open() }
}
/** The second press of a double tap meets the overlay of the sheet that the first one opened. */
const pressWhatOpens = (): void =>
  new MutationObserver((_changes, watching) => {
    const sheet = document.querySelector('dialog.sheet:not([data-painted])')
    if (!sheet) return
    watching.disconnect()
    for (const type of ['pointerdown', 'click']) sheet.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })

const scriptsOf = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url().replace(/.*\/|\..*/g, ''))))
  return scripts
}

test.describe('an island that still sleeps keeps', () => {
  const sleepingGallery = async (page: Page) => {
    await page.goto('/en/gallery', { waitUntil: 'load' })
    return { ...(await holdScripts(page)), find: page.getByRole('searchbox').or(page.getByRole('textbox')) }
  }

  test('a tap', async ({ page, shop, t }) => {
    const { held, release } = await sleepingGallery(page)
    await tap(page.getByRole('button', { name: 'Open success' }))
    await expect.poll(held, 'the touch woke it').toBeGreaterThan(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await release()
    await expect(shop.dialog(t('modals:success'))).toBeVisible()
    await expect(page.getByRole('dialog'), 'once').toHaveCount(1)
  })

  test('Enter on a button', async ({ page, shop, t }) => {
    const { held, release } = await sleepingGallery(page)
    await page.getByRole('button', { name: 'Open warning' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(held, 'the focus woke it').toBeGreaterThan(0)
    await release()
    await expect(shop.dialog(t('modals:warning'))).toBeVisible()
  })

  test('typed letters, and those typed while it wakes', async ({ page }) => {
    const { find, held, release } = await sleepingGallery(page)
    await find.focus()
    await page.keyboard.type('order-')
    await expect.poll(held).toBeGreaterThan(0)
    await page.keyboard.type('tr')
    await expect(find).toHaveValue('order-tr')
    await release()
    await expect(page.getByRole('button', { name: /^Open / })).toHaveText(['Open order-tracking'])
    await expect(find).toHaveValue('order-tr')
    await page.keyboard.type('acking')
    await expect(find).toHaveValue('order-tracking')
  })

  test('the caret in the middle of a field', async ({ page }) => {
    const { find, release } = await sleepingGallery(page)
    const opens = page.getByRole('button', { name: /^Open / })
    await find.focus()
    await page.keyboard.type('order-king')
    for (let step = 0; step < 'king'.length; step += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('tr')
    await expect(find).toHaveValue('order-trking')
    await release()
    await expect(opens, 'it is awake').toHaveCount(0)
    await page.keyboard.type('ac')
    await expect(find).toHaveValue('order-tracking')
    await expect(opens).toHaveText(['Open order-tracking'])
  })

  test('Enter in a field, after what was typed', async ({ page, shop, t }) => {
    const { find, release } = await sleepingGallery(page)
    await find.focus()
    await page.keyboard.type('navb')
    await page.keyboard.press('Enter')
    await release()
    await expect(shop.dialog(t('modals:navbar.title'))).toBeVisible()
    await expect(page, 'the form was not sent').toHaveURL(/\/en\/gallery$/)
  })

  test('nothing when nobody comes near: it goes on sleeping', async ({ page }) => {
    const scripts = scriptsOf(page)
    await page.goto('/en/gallery', { waitUntil: 'networkidle' })
    expect(scripts.filter((name) => /^(Gallery|client|basket)$/.test(name))).toEqual([])
    await expect(page.locator('astro-island[component-export="Gallery"]')).toHaveAttribute('ssr', '')
  })
})

test.describe('before the stores have come', () => {
  test('taps on "add" are kept, and each product is added once', async ({ page, shop, market, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const another = await market.product(ALWAYS_OPEN.burgers, '3001')
    await shop.open(hotDog.soldAt)
    await page.waitForLoadState('load')
    const { release } = await holdScripts(page)
    const add = shop.button('product:add', { name: hotDog.name })
    await tap(add)
    await expect(add).toHaveAttribute('aria-busy', 'true')
    await tap(add)
    await tap(shop.button('product:add', { name: another.name }))
    await release()
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: hotDog.name, exact: true }) })
    await expect(card.getByRole('status')).toHaveText('1')
    // The live region holds the latest announcement: of the product that was added last.
    await expect(shop.saying(t('basket:said.added', { name: another.name }))).toBeAttached()
    const basket = createBasket(shop)
    await basket.open()
    await expect(await basket.quantity(hotDog)).toHaveText('1')
    await expect(await basket.quantity(another)).toHaveText('1')
  })

  test('a tap on "add" without a connection is kept until there is one', async ({ page, context, shop, market }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await shop.open(hotDog.soldAt)
    await page.waitForLoadState('load')
    await context.setOffline(true)
    const add = shop.button('product:add', { name: hotDog.name })
    await tap(add)
    await expect(add).not.toHaveAttribute('aria-busy')
    await context.setOffline(false)
    const basket = createBasket(shop)
    await expect(page.getByRole('article').filter({ hasText: hotDog.name }).getByRole('status').first()).toHaveText('1')
    await basket.open()
    await expect(await basket.quantity(hotDog)).toHaveText('1')
  })

  test('Enter on "basket" opens it, with the lines seen last before the server answers', async ({ context, market, person, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await person.adds(hotDog)
    const later = createShop(await context.newPage(), 'en')
    await later.page.setViewportSize({ width: 375, height: 780 })
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await later.page.route('**/api/baskets?**', async (route) => {
      await answered
      await route.continue()
    })
    await later.open(hotDog.soldAt)
    await later.page.waitForLoadState('load')
    const { release } = await holdScripts(later.page)
    await later.page
      .getByRole('button', { name: new RegExp(`${t('frame:basket')}$`) })
      .filter({ visible: true })
      .focus()
    await later.page.keyboard.press('Enter')
    await release()
    const drawer = later.dialog(t('basket:title'))
    await expect(drawer.getByRole('listitem')).toHaveText(new RegExp(`^${hotDog.name}`))
    await expect(drawer.getByRole('term')).toHaveCount(0)
    answer()
    await expect(drawer.getByRole('term').first()).toBeVisible()
    await expect(drawer.getByRole('listitem').filter({ hasText: hotDog.name })).toHaveCount(1)
  })

  test('a tap on "choose" shows name and price from the card, then the product', async ({ page, shop, market, t }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '2002')
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/products/${burger.id}`, async (route) => {
      await answered
      await route.continue()
    })
    await shop.open(burger.soldAt)
    await page.waitForLoadState('load')
    const { release } = await holdScripts(page)
    const choose = shop.button('product:choose', { name: burger.name })
    await tap(choose)
    const sheet = shop.dialog(burger.name)
    await expect(sheet.getByRole('heading', { name: burger.name })).toBeFocused()
    await expect(sheet.and(page.locator(':modal')), 'what is behind it is inert').toContainText(shop.money(burger.price))
    await release()
    await expect(sheet).toContainText(shop.money(burger.price))
    await expect(sheet.getByRole('button', { name: new RegExp(`^${t('product:addButton')}`) })).toHaveCount(0)
    answer()
    await expect(sheet.getByRole('button', { name: new RegExp(`^${t('product:addButton')}`) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(choose, 'where it was pressed').toBeFocused()
    await page.evaluate(pressWhatOpens)
    await tap(choose)
    await expect(sheet.getByRole('button', { name: new RegExp(`^${t('product:addButton')}`) }), 'the second time it is known').toBeVisible()
  })
})

test('a page left while an add is on its way: the next one shows what the server knows', async ({ page, shop, market }) => {
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  const badge = page.locator('[data-basket-count]').filter({ visible: true })
  await page.route('**/api/baskets', () => undefined)
  await shop.open(hotDog.soldAt)
  await tap(shop.button('product:add', { name: hotDog.name }))
  await expect(badge, 'shown before the answer').toHaveText('1')
  await shop.open(hotDog.soldAt)
  await expect(badge).toHaveCount(0)
  await expect(shop.button('product:add', { name: hotDog.name })).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('root:basket') ?? '{}').count)).toBe(0)
})

test('a page left 100 ms after "add", on a line that takes longer: the product is in the basket', async ({ page, comes, shop, market }) => {
  const { call } = await comes({})
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  await shop.open(hotDog.soldAt)
  // The scripts are here: what is left to send is the addition.
  await shop.button('product:add', { name: hotDog.name }).hover()
  await page.waitForLoadState('networkidle')
  let sent: () => void = () => undefined
  const leaves = new Promise<void>((resolve) => (sent = resolve))
  await page.context().route('**/api/baskets', async (route) => {
    if (route.request().method() === 'POST') {
      sent()
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    await route.continue()
  })
  await shop.button('product:add', { name: hotDog.name }).click()
  await leaves
  await page.waitForTimeout(100)
  await page.goto('about:blank')
  await expect.poll(async () => (await call(baskets.get, { query: {} })).itemsCount, 'the server has it').toBe(1)
  await shop.open(hotDog.soldAt)
  const basket = createBasket(shop)
  await basket.open()
  await expect(await basket.quantity(hotDog)).toHaveText('1')
})

test.describe('what the first press needs', () => {
  const lineOf = (connection: object) => `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(connection)} })`
  const look = async (page: Page): Promise<void> => {
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, 200)
    // Both quiet moments have passed when a later one comes.
    for (let turn = 0; turn < 5; turn += 1) await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }

  for (const { line, connection, comes } of [
    { line: 'a good line', connection: { effectiveType: '4g', saveData: false }, comes: true },
    { line: 'a line that says nothing', connection: {}, comes: true },
    { line: 'Save-Data', connection: { effectiveType: '4g', saveData: true }, comes: false },
    { line: '3g', connection: { effectiveType: '3g', saveData: false }, comes: false },
    { line: '2g', connection: { effectiveType: '2g', saveData: false }, comes: false }
  ]) {
    test(`${line}: ${comes ? 'comes in a quiet moment once somebody looks around' : 'comes with the press alone'}`, async ({
      page,
      shop,
      market
    }) => {
      const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
      await page.addInitScript(lineOf(connection))
      const scripts = scriptsOf(page)
      await shop.open(hotDog.soldAt)
      await page.waitForLoadState('networkidle')
      expect(scripts, 'nothing before a sign of life').not.toContain('basket')
      await look(page)
      await expect.poll(() => ['basket', 'client'].map((name) => scripts.includes(name))).toEqual([comes, comes])
    })
  }

  test('all of it is asked for at once, by the finger that goes down', async ({ page, shop, market }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '2002')
    await page.addInitScript(lineOf({ saveData: true }))
    await shop.open(burger.soldAt)
    await page.waitForLoadState('load')
    const add = shop.button('product:choose', { name: burger.name })
    await add.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    const scripts = scriptsOf(page)
    const { release } = await holdScripts(page)
    await add.hover()
    await page.mouse.down()
    const wanted = ['BasketDrawer', 'basket', 'client', 'basket-en', 'ModalHost', 'ItemDetails', 'form', 'product-en']
    await expect.poll(() => wanted.filter((name) => !scripts.includes(name)), 'none of them has come yet').toEqual([])
    await release()
    await page.mouse.up()
    await expect(shop.dialog(burger.name)).toBeVisible()
    expect(scripts.filter((name, index) => scripts.indexOf(name) !== index)).toEqual([])
  })
})
