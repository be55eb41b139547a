import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { ROOT } from '#tests/support/sources.ts'

const LOGINS = {
  ...{ ARCA_LOGIN: 'shop', ARCA_PASSWORD: 'one', ARCA_BINDING_LOGIN: 'cards', ARCA_BINDING_PASSWORD: 'two' },
  ...{ AMERIA_CLIENT_ID: 'client', AMERIA_LOGIN: 'shop', AMERIA_PASSWORD: 'three' }
}
const NAMES = { arca: /^ARCA_/, ameria: /^AMERIA_/ }

describe.each(['arca', 'ameria'] as const)('%s at an address of its own', (name) => {
  let bank: ChildProcess
  let shop: Shop
  let person: ShopClient
  let port = 0
  const books = newDataDir()

  const startBank = async (): Promise<void> => {
    bank = spawn(process.execPath, ['src/server/simulators/run.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...LOGINS, SIMULATOR_DIR: books, SIMULATOR_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    await new Promise((resolve) => bank.stdout?.once('data', resolve))
  }
  const endBank = async (): Promise<void> => {
    const gone = new Promise((resolve) => bank.once('exit', resolve))
    bank.kill('SIGKILL')
    await gone
  }
  beforeAll(async () => {
    port = await freePort()
    await startBank()
    const base = `http://127.0.0.1:${port}/simulator/${name}`
    const own = Object.fromEntries(Object.entries(LOGINS).filter(([key]) => NAMES[name].test(key)))
    const url: Record<string, string> = name === 'arca' ? { ARCA_URL: `${base}/payment/rest` } : { AMERIA_URL: base }
    const env = { ...own, ...url, DATA_DIR: copyDataFolder(), PORT: String(await freePort()), PAYMENT_TIMEOUT_SECONDS: '1' }
    shop = await startShop(env)
    person = await newPerson(() => shop.url, '+37491002299')
  }, 120_000)
  afterAll(async () => {
    await shop.end()
    bank.kill('SIGKILL')
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
    expect(placed.redirectUrl).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/simulator/${name}/`))
    const back = await approve(placed.redirectUrl ?? '')
    expect(back).toContain(`${shop.url}/api/payments/return`)
    expect((await fetch(back, { redirect: 'manual' })).status).toBe(303)
    expect(await paymentOf(placed.orderNumber)).toBe('paid')
  })

  test('is away when the buyer comes back: its books outlive it, and the shop finds the money', async () => {
    const placed = await buy()
    const back = await approve(placed.redirectUrl ?? '')
    await endBank()
    await fetch(back, { redirect: 'manual' })
    expect(await paymentOf(placed.orderNumber)).toBe('awaiting')
    expect((await buy()).paymentCode).toBe('CARD_REGISTRATION_FAILED')
    await startBank()
    for (let tries = 0; tries < 120 && (await paymentOf(placed.orderNumber)) !== 'paid'; tries += 1) await sleep(500)
    expect(await paymentOf(placed.orderNumber)).toBe('paid')
  }, 90_000)
})
