import { newEmail } from '#tests/support/e2e/contacts.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('by e-mail: a wrong code says so and stays, another one waits, a right sixth guess is refused', async ({
    page,
    shop,
    person,
    t
  }) => {
    const code = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
    const contact = newEmail()
    await shop.open('/')
    await tap(shop.button('frame:signIn'))
    await page.getByRole('textbox', { name: t('auth:contact') }).fill('ani@')
    await tap(shop.button('auth:getCode'))
    await expect(page.getByRole('alert').filter({ hasText: t('validation:emailOrPhone') })).toBeVisible()
    await expect(page.getByRole('textbox', { name: t('auth:contact') })).toHaveValue('ani@')

    // Within the wait for another code, however slow the machine is.
    await page.clock.setFixedTime(Date.now())
    await person.asksForCode(contact)
    await expect(
      page.getByRole('button', { name: new RegExp(`^${t('auth:code.wait', { seconds: '0' }).replace('0', '\\d+')}$`) })
    ).toBeDisabled()
    await page.clock.resume()
    const right = await person.readsCode()
    const wrong = right === '111111' ? '222222' : '111111'
    const usedUp = t('codes:PIN_INCORRECT_OR_EXPIRED', { context: 'used' })
    let tries = 0
    page.on('request', (request) => void (tries += request.url().endsWith('/api/users/verify/pin') ? 1 : 0))
    for (let guess = 1; guess <= 5; guess += 1) {
      const answer = page.waitForResponse(/\/api\/users\/verify\/pin$/)
      await code.fill(wrong)
      expect((await answer).status()).toBe(410)
      const words = guess < 5 ? t('codes:PIN_INCORRECT_OR_EXPIRED') : usedUp
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(code).toHaveValue(wrong)
      // What was refused is not sent again: every try counts.
      await code.press('Enter')
      await code.fill('')
    }
    expect(tries).toBe(5)
    await code.fill(right)
    await expect(page.getByRole('alert').filter({ hasText: usedUp })).toBeVisible()

    await tap(shop.button('auth:code.again'))
    await expect(shop.button('auth:code.again')).toHaveCount(0)
    await code.fill(await person.readsCode())
    await page.getByRole('textbox', { name: t('auth:name.first'), exact: true }).fill('Գոռ')
    await tap(shop.button('auth:name.submit'))
    await expect(shop.button('frame:account')).toBeVisible()
    await tap(shop.button('frame:account'))
    await expect(page.getByText(t('account:hello', { name: 'Գոռ' }))).toBeVisible()
  })
})
