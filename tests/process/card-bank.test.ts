import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { startProvider, type RunningProvider } from '#tests/support/provider-process.ts'

describe.each(['arca', 'ameria'] as const)('%s at an address of its own', (name) => {
  let bank: RunningProvider
  let shop: Shop
  let person: ShopClient
  beforeAll(async () => {
    bank = await startProvider(name, newDataDir())
    const env = { ...bank.env, DATA_DIR: copyDataFolder(), PORT: String(await freePort()) }
    shop = await startShop(env)
    person = await newPerson(() => shop.url, '+37491002299')
  }, 120_000)
  afterAll(async () => {
    await shop.end()
    await bank.end()
  })

  const buy = async () => {
    const { call, addressId } = person
    const menu = await call(catalogue.products, { query: { supplierId: 902 } })
    const water = menu.items.find(({ code }) => code === 'WATER')
    await call(baskets.add, { body: { productId: water?.id ?? 0, quantity: 1 } })
    const { version: basketVersion, orderPrice } = await call(baskets.get, { query: { addressId } })
    const body = { addressId, paymentId: 8, deliveryNow: true, basketVersion, orderPrice }
    return call(orders.checkout, { body }, { idempotencyKey: randomUUID() })
  }
  const approve = async (formUrl: string): Promise<string> => {
    const page = await fetch(formUrl)
    const paid = await fetch(page.url, { method: 'POST', body: new URLSearchParams({ action: 'approve' }), redirect: 'manual' })
    return paid.headers.get('location') ?? ''
  }
  const paymentOf = async (orderNumber: string) => (await person.call(orders.details, { query: { orderNumber } })).payment

  test('is paid there, and comes back', async () => {
    const placed = await buy()
    const { origin } = new URL(Object.values(bank.env).find((value) => value.startsWith('http')) ?? '')
    expect(placed.redirectUrl).toMatch(new RegExp(`^${origin.replaceAll('.', '\\.')}/simulator/${name}/`))
    const back = await approve(placed.redirectUrl ?? '')
    expect(back).toContain(`${shop.url}/api/payments/return`)
    expect((await fetch(back, { redirect: 'manual' })).status).toBe(303)
    expect(await paymentOf(placed.orderNumber)).toBe('paid')
  })

  test('is away when the buyer comes back: its books outlive it, and the shop finds the money', async () => {
    const placed = await buy()
    const back = await approve(placed.redirectUrl ?? '')
    await bank.end()
    await fetch(back, { redirect: 'manual' })
    expect(await paymentOf(placed.orderNumber)).toBe('awaiting')
    expect((await buy()).paymentCode).toBe('CARD_REGISTRATION_FAILED')
    await bank.start()
    for (let tries = 0; tries < 120 && (await paymentOf(placed.orderNumber)) !== 'paid'; tries += 1) await sleep(500)
    expect(await paymentOf(placed.orderNumber)).toBe('paid')
  }, 90_000)
})
