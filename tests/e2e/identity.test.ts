import type { Locator } from '@playwright/test'
import { maskContact } from '#domain/phone.ts'
import { newEmail, newPhone } from '#tests/support/e2e/contacts.ts'
import { pressUntil } from '#tests/support/e2e/press-until.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const PASSWORD = 'Tolma-2026'
const OTHER_PASSWORD = 'Lavash+1998'

inLanguage('hy', () => {
  test('a new person by phone; known, they are in with at most five fields and presses (phone)', async ({ page, shop, person, t }) => {
    let steps = 0
    const press = async (what: Locator): Promise<void> => ((steps += 1), await tap(what))
    const fill = async (what: Locator, text: string): Promise<void> => ((steps += 1), await what.fill(text))
    const field = page.getByRole('textbox', { name: t('auth:contact') })
    const code = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
    const phone = newPhone()

    await shop.open('/account')
    await tap(shop.button('account:signIn.action'))
    await field.fill(phone)
    // Closed and opened again, and a step back: what was typed is still there.
    await page.keyboard.press('Escape')
    await tap(shop.button('account:signIn.action'))
    await expect(field).toHaveValue(phone)
    // Within the wait for another code, however slow the machine is.
    await page.clock.setFixedTime(Date.now())
    await tap(shop.button('auth:getCode'))
    await code.fill('12')
    await tap(shop.button('auth:code.other'))
    await expect(field).toHaveValue(phone)
    await tap(shop.button('auth:getCode'))
    await expect(code).toHaveValue('12')
    await page.clock.resume()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await code.fill(await person.readsCode())
    await page.getByRole('textbox', { name: t('auth:name.first'), exact: true }).fill('Անի')
    await tap(shop.button('auth:name.submit'))
    await expect(page.getByText(t('account:hello', { name: 'Անի' }))).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)

    await tap(shop.button('account:signOut'))
    await tap(page.getByRole('dialog').getByRole('button', { name: t('modals:confirm.signOut.yes'), exact: true }))
    await expect(shop.heading('account:signIn.title')).toBeVisible()

    // Whoever had a code a moment ago waits some seconds for the next: that is no step of theirs.
    const refusal = page.getByRole('alert').filter({ visible: true })
    await expect(async () => {
      steps = 0
      await page.keyboard.press('Escape')
      await press(shop.button('frame:signIn'))
      await fill(field, phone)
      await press(shop.button('auth:getCode'))
      await expect(code.or(refusal).first()).toBeVisible()
      expect(await code.isVisible()).toBe(true)
    }).toPass()
    await fill(code, await person.readsCode())
    await expect(page.getByText(t('account:hello', { name: 'Անի' }))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(steps).toBeLessThanOrEqual(5)
  })

  test('who signs out in one tab is out in the other, which keeps what is typed; who signs in is in (desk)', async ({
    page,
    shop,
    person,
    comes,
    context,
    t
  }) => {
    const { user } = await comes({ signedIn: true })
    await shop.open('/account/personal')
    await tap(shop.button('account:change'))
    const name = page.getByRole('textbox', { name: t('account:first'), exact: true })
    await name.fill('Անահիտ')
    const other = await context.newPage()
    await other.goto(shop.path('/account/security'))
    await expect(other.getByText(t('account:security.current'))).toBeVisible()

    await tap(other.getByRole('button', { name: t('account:signOut'), exact: true }))
    await tap(other.getByRole('dialog').getByRole('button', { name: t('modals:confirm.signOut.yes'), exact: true }))
    await expect(other.getByRole('heading', { name: t('account:signIn.title'), exact: true })).toBeVisible()
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('dialog').getByText(t('auth:ended'))).toBeVisible()

    await person.asksForCode(user?.phone ?? '')
    await page.getByRole('textbox', { name: t('auth:code.label'), exact: true }).fill(await person.readsCode())
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(name).toHaveValue('Անահիտ')
    await expect(other.getByText(t('account:security.current'))).toBeVisible()
  })
})

inLanguage('ru', () => {
  test('words that are pressed stand below the words above them (phone)', async ({ page, shop, comes, t }) => {
    const startOf = (what: Locator): Promise<number> =>
      what.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return Math.round(words.getBoundingClientRect().left)
      })
    const { user } = await comes({ signedIn: true })
    await shop.open('/account/business')
    await tap(shop.button('account:business.become'))
    await page.getByRole('textbox', { name: t('account:business.name'), exact: true }).fill('ООО Свет')
    await page.getByRole('textbox', { name: t('account:business.tin'), exact: true }).fill(String(user?.id).padStart(8, '5'))
    await tap(shop.button('account:saveChanges'))
    expect(await startOf(shop.button('account:business.remove'))).toBe(await startOf(page.getByText(t('account:business.text'))))
  })

  test('a company registers by e-mail and comes back by its password (desk)', async ({ page, shop, person, t }) => {
    const email = newEmail()
    const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
    await shop.open('/about-us')
    await tap(shop.button('frame:signIn'))
    await tap(shop.button('auth:toRegister'))
    await tap(page.getByText(t('auth:register.company'), { exact: true }))
    await box(t('auth:company.name')).fill('ООО Свет')
    await box(t('auth:company.tin')).fill('1234 567')
    await box(t('auth:company.person')).fill('Ани')
    await box(t('auth:contact')).fill(email)
    await box(t('auth:password.new')).fill('tolma')
    await expect(page.getByRole('status').filter({ hasText: t('auth:password.rule.digit') })).toHaveCount(1)
    await box(t('auth:password.repeat')).fill(PASSWORD)
    await tap(shop.button('auth:getCode'))
    for (const fault of ['validation:tin', 'validation:password'] as const)
      await expect(page.getByRole('alert').filter({ hasText: t(fault) })).toBeVisible()
    await expect(box(t('auth:company.tin'))).toBeFocused()

    const tin = email.replace(/\D/g, '').padStart(8, '0')
    await box(t('auth:company.tin')).fill(tin)
    await box(t('auth:password.new')).fill(PASSWORD)
    await tap(shop.button('auth:getCode'))
    await box(t('auth:code.label')).fill(await person.readsCode())
    await expect(shop.button('frame:account')).toBeVisible()
    await shop.open('/account/business')
    await expect(page.getByText(tin)).toBeVisible()
    await tap(shop.button('account:change'))
    await expect(box(t('account:business.name'))).toBeFocused()
    await box(t('account:business.tin')).fill('1')
    await tap(shop.button('account:saveChanges'))
    await expect(box(t('account:business.tin'))).toBeFocused()
    await tap(shop.button('account:cancelEdit'))
    await expect(shop.button('account:change')).toBeFocused()

    await page.goto(shop.path('/account'))
    await tap(shop.button('account:signOut'))
    await tap(page.getByRole('dialog').getByRole('button', { name: t('modals:confirm.signOut.yes'), exact: true }))
    await tap(shop.button('account:signIn.action'))
    await tap(shop.button('auth:withPassword'))
    await box(t('auth:contact')).fill(email)
    await box(t('auth:password.label')).fill('Not-it-1')
    await tap(page.getByRole('dialog').getByRole('button', { name: t('auth:code.submit'), exact: true }))
    await expect(page.getByRole('alert').filter({ hasText: t('codes:USERNAME_OR_PASSWORD_WRONG') })).toBeVisible()
    await expect(box(t('auth:password.label'))).toBeFocused()
    await expect(box(t('auth:contact'))).toHaveValue(email)
    await box(t('auth:password.label')).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('account:hello', { name: 'Ани' }))).toBeVisible()
  })
})

inLanguage('en', () => {
  test('a first password some time after the sign-in asks for a code first, and then goes on (desk)', async ({
    page,
    shop,
    comes,
    context,
    person,
    t
  }) => {
    const { user } = await comes({ signedIn: true })
    await context.clearCookies({ name: 'buy_fresh_proof' })
    await shop.open('/account/security')
    await tap(shop.button('account:security.set'))
    for (const name of [t('auth:password.new'), t('auth:password.repeat')])
      await page.getByRole('textbox', { name, exact: true }).fill(PASSWORD)
    await tap(shop.button('auth:password.save'))
    const asked = shop.dialog(t('auth:prove.title'))
    await tap(asked.getByRole('button', { name: t('auth:prove.sendCode', { contact: maskContact(user?.phone ?? '') }), exact: true }))
    await asked.getByRole('textbox', { name: t('auth:code.label'), exact: true }).fill(await person.readsCode())
    await expect(page.getByRole('dialog').getByText(t('auth:password.isSet'))).toBeVisible()
  })

  test('who asks for a code that others asked for too often waits for a puzzle, and signs in (phone)', async ({
    page,
    shop,
    person,
    request,
    t
  }) => {
    const phone = newPhone()
    // Ten codes a day for one number, from ten networks.
    for (let network = 0; network < 10; network += 1) {
      const answer = await request.post('/api/users/pin/send', {
        headers: { 'Session-Id': `flood-of-codes-${network}-${process.pid}`, 'X-Forwarded-For': `198.18.${network}.1` },
        data: { type: 'phone', contact: phone }
      })
      expect(answer.status()).toBe(200)
    }
    const asked: (string | undefined)[] = []
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/users/pin/send')) asked.push(sent.headers()['challenge-solution'])
    })
    await shop.open('/about-us')
    await tap(shop.button('frame:signIn'))
    await page.getByRole('textbox', { name: t('auth:contact') }).fill(phone)
    await tap(shop.button('auth:getCode'))
    const code = page.getByRole('textbox', { name: t('auth:code.label'), exact: true })
    await code.fill(await person.readsCode())
    await page.getByRole('textbox', { name: t('auth:name.first'), exact: true }).fill('Անի')
    await tap(shop.button('auth:name.submit'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(asked).toEqual([undefined, expect.stringMatching(/^[\w-]{16}\.\d+\.\d{10}\./)])
  })

  test('a forgotten password is replaced by the link of the mail, which works once (phone)', async ({ page, shop, person, t }) => {
    const email = newEmail()
    const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
    await shop.open('/account')
    await person.signsIn(email)
    await shop.open('/account/security')
    await tap(shop.button('account:security.set'))
    await box(t('auth:password.new')).fill(PASSWORD)
    await box(t('auth:password.repeat')).fill(PASSWORD)
    await tap(shop.button('auth:password.save'))
    await expect(page.getByRole('dialog').getByText(t('auth:password.isSet'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(t('account:security.hasPassword'))).toBeVisible()
    await tap(shop.button('account:security.endAll'))
    await tap(page.getByRole('dialog').getByRole('button', { name: t('modals:confirm.signOutEverywhere.yes'), exact: true }))

    await tap(shop.button('account:signIn.action'))
    await tap(shop.button('auth:withPassword'))
    await tap(shop.button('auth:forgot.link'))
    await box(t('auth:email')).fill(email)
    await pressUntil(shop.button('auth:forgot.submit'), page.getByRole('link', { name: t('auth:code.outbox') }))
    const outbox = await (await page.request.get('/outbox?language=en')).text()
    const link = /https?:[^\s<"]+reset-password\?token=[\w-]+/.exec(outbox)?.[0] ?? ''
    await page.goto(link)
    await box(t('auth:password.new')).fill(OTHER_PASSWORD)
    await expect(page).toHaveURL(/\/reset-password$/)
    await tap(shop.button('auth:reset.submit'))
    await expect(box(t('auth:password.repeat'))).toBeFocused()
    await page.keyboard.type(OTHER_PASSWORD)
    await tap(shop.button('auth:reset.submit'))
    await expect(page.getByText(t('account:hello', { name: 'Անի' }))).toBeVisible()

    // Said before anybody types another password.
    await page.goto(link)
    await expect(page.getByRole('alert').filter({ hasText: t('auth:reset.oldLink') })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await shop.open('/reset-password')
    await expect(page.getByText(t('auth:reset.noLink'))).toBeVisible()
    await tap(shop.button('auth:reset.newMail'))
    await expect(shop.dialog(t('auth:forgot.title'))).toBeVisible()
  })
})
