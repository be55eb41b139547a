import { BANK_WORDS } from '#server/simulators/bank/words.ts'
import { walletWords } from '#server/simulators/wallet/words.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('an invoice of Telcell is paid on a phone, and the desk, where the order waits, sees it', async ({
    page,
    browser,
    shop,
    market,
    comes,
    checkout,
    orders,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.goesToBank('telcell')
    const invoice = page.url()
    // Nobody pays here: the order is looked at again, and is left open.
    await orders.openHistory()
    await tap(page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first())
    await expect(orders.payment('unpaid')).toBeVisible()
    await expect(orders.progress()).toHaveCount(0)

    const phone = await browser.newContext({ viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true })
    const app = await phone.newPage()
    await app.goto(invoice)
    await app.getByRole('heading', { name: walletWords('Telcell').title?.hy ?? '' }).waitFor()
    await tap(app.getByRole('button', { name: BANK_WORDS.approve.hy }))
    await expect(orders.payment('methods.telcell.paid')).toBeVisible()
    await expect(orders.progress()).toBeVisible()
    await expect(shop.button('paying:methods.telcell.instead')).toHaveCount(0)
    // Somebody else's phone learns nothing of the order.
    await app.waitForURL((url) => !url.pathname.includes('/simulator/'))
    await expect(app.getByText(hotDog.name)).toHaveCount(0)
    await expect(app.getByText(t('orders:progress'))).toHaveCount(0)
    await phone.close()
  })
})

inLanguage('ru', () => {
  test('FastShift pays one order, and Apple Pay another where the browser has it', async ({
    page,
    shop,
    market,
    person,
    comes,
    checkout,
    orders,
    bank
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.goesToBank('fastshift')
    const first = await bank.answers('approve')
    await expect(orders.payment('methods.fastshift.paid')).toBeVisible()
    await expect(orders.progress()).toBeVisible()

    await page.addInitScript(() => Object.assign(globalThis, { ApplePaySession: { canMakePayments: () => true } }))
    await person.adds(hotDog)
    await checkout.open()
    await checkout.pays('applePay')
    await tap(await checkout.orderButton())
    await page.waitForURL(/\/payments\/sheet\//)
    await tap(page.locator('#pay'))
    const sheet = page.getByRole('dialog', { name: walletWords('Apple Pay').title?.ru ?? '' })
    await tap(sheet.getByRole('button', { name: BANK_WORDS.approve.ru }))
    await page.waitForURL(/\/account\/orders\/\d+/)
    expect(page.url()).not.toContain(first)
    await expect(orders.payment('methods.applePay.paid')).toBeVisible()
    await expect(shop.button('paying:methods.telcell.instead')).toHaveCount(0)
  })
})
