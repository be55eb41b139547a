import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A street that Yerevan, Gyumri and Vanadzor have. */
const STREET = { hy: 'Տիգրան Մեծի', en: 'Tigran Mets', ru: 'Тиграна Меца' } as const
/** A street of a town that nobody delivers to. */
const FAR_STREET = { hy: 'Ազատամարտիկների', en: 'Azatamartikneri', ru: 'Азатамартикнери' } as const
const FAR_TOWN = { hy: 'Կապան', en: 'Kapan', ru: 'Капан' } as const
const TOWN = { hy: 'Գյումրի', en: 'Gyumri', ru: 'Гюмри' } as const

inLanguage('hy', (language) => {
  test('after "deliver here" the focus is on the address that was given', async ({ market, comes, checkout }) => {
    const { id } = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, products: [{ id, quantity: 1 }] })
    await checkout.open()
    await checkout.typesAddress()
    await expect(checkout.part('where').getByRole('radio').first()).toBeFocused()
  })

  test('an address that is only typed counts: the order button takes it over, a gap is pointed at, a reload keeps it', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const { id } = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, products: [{ id, quantity: 1 }] })
    await checkout.open()
    await checkout.picksAddress()
    const where = checkout.part('where')
    const house = where.getByRole('textbox', { name: t('address:house') })
    // A picked house asks only for what leads to its door.
    await tap(where.getByRole('button', { name: t('address:change'), exact: true }))
    await expect(house).not.toHaveValue('')
    const number = await house.inputValue()
    await where.getByRole('textbox', { name: t('address:apartment') }).fill('7')

    await page.reload()
    await tap(where.getByRole('button', { name: t('address:change'), exact: true }))
    await expect(house).toHaveValue(number)
    await expect(where.getByRole('textbox', { name: t('address:apartment') })).toHaveValue('7')

    await house.fill('')
    await checkout.pressesOrder()
    await expect(house).toBeFocused()
    await expect(where.getByRole('alert').filter({ hasText: t('checkout:addressIncomplete') })).toBeVisible()

    await house.fill(number)
    await checkout.pressesOrder()
    // Far enough from the kitchen to cost more: the new price is shown, and nothing is ordered before it is agreed to.
    await expect(checkout.part('summary').getByText(t('checkout:changedByAddress'))).toBeVisible()
    expect(page.url()).toContain('/checkout')
    await tap(shop.button('checkout:methods.cash.accept', { price: shop.money((await checkout.parts()).total) }))
    await page.waitForURL(/\/account\/orders\/\d+/)
    await expect(page.getByRole('definition').filter({ hasText: '7' }).first()).toBeVisible()
  })

  test('towns tell streets of one name apart, and the first arrow marks the first of them', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const { id } = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ products: [{ id, quantity: 1 }] })
    await checkout.open()
    const field = await checkout.looksForAddress()
    await field.fill(STREET[language])
    const options = page.getByRole('option')
    await expect(options.filter({ hasText: TOWN[language] }).first()).toBeVisible()
    const texts = await options.allInnerTexts()
    expect(new Set(texts).size).toBe(texts.length)
    await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveCount(0)
    await field.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    const title = await options.first().locator('span').first().innerText()
    await field.press('Enter')
    const where = checkout.part('where')
    const form = (name: 'street' | 'house') => where.getByRole('textbox', { name: t(`address:${name}`) })
    await expect(form('street')).toHaveValue(title)

    // Where the goods in the basket do not go, and where nobody goes, it is said before the address is kept, and it may be kept.
    const lookFor = async (street: string, town: string): Promise<void> => {
      await tap(shop.button('address:backToSearch'))
      await field.fill(street)
      await tap(options.filter({ hasText: town }).first())
    }
    const [before = '', after = ''] = t('address:reach.notFrom', { supplier: '@' }).split('@')
    await lookFor(STREET[language], TOWN[language])
    await expect(where.getByRole('status').filter({ hasText: new RegExp(`${before}.+${after}`) })).toBeVisible()
    await lookFor(FAR_STREET[language], FAR_TOWN[language])
    const nobody = t('address:reach.nobody', { city: FAR_TOWN[language] })
    await expect(where.getByRole('status').filter({ hasText: nobody })).toBeVisible()
    await form('house').fill('3')
    await tap(shop.button('address:use'))
    await expect(where.getByRole('radio').first()).toBeChecked()
  })
})
