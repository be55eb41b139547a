import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { baskets } from '#contract/baskets/calls.ts'
import { catalogue } from '#contract/catalogue/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { startLocalPostgres, type LocalPostgres } from '#tests/support/local-postgres.ts'
import { newPerson, untilAnswered, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'

const CHECKOUTS = 200
const AT_ONCE = 16
const KILLS = 20
const STORE = 902
const PRODUCT = 'WATER'
const STOCK = 5000

let postgres: LocalPostgres | null = null
afterAll(() => postgres?.stop())

const engines: [string, () => Promise<{ env: Record<string, string>; open: () => Promise<Engine> } | null>][] = [
  [
    'PGlite',
    () => {
      const folder = newDataDir()
      return Promise.resolve({ env: { DATA_DIR: folder }, open: () => openPglite(folder) })
    }
  ],
  [
    'PostgreSQL',
    async () => {
      postgres = startLocalPostgres(await freePort())
      const url = postgres?.url('postgres')
      return url ? { env: { DATABASE_URL: url }, open: () => openPostgres(url) } : null
    }
  ]
]

describe.each(engines)('%s', (_name, prepare) => {
  test(`${CHECKOUTS} checkouts, ${AT_ONCE} at a time, the server killed ${KILLS} times: none doubled, none lost`, async () => {
    const place = await prepare()
    if (!place) {
      // Said aloud in the list of steps; PGlite is judged all the same.
      expect(process.env.CI, 'CI has PostgreSQL').toBeUndefined()
      return
    }
    const env = { ...place.env, PORT: String(await freePort()) }
    let shop: Shop = await startShop(env)
    const url = (): string => shop.url
    const people: ShopClient[] = []
    for (let index = 0; index < AT_ONCE; index += 1) people.push(await newPerson(url, `+3749100${String(1000 + index)}`))
    const [first] = people
    if (!first) throw new Error('nobody came')
    const menu = await first.call(catalogue.products, { query: { supplierId: STORE } })
    const product = menu.items.find(({ code }) => code === PRODUCT)
    if (!product) throw new Error(`no ${PRODUCT} in the test market`)

    const answered = new Map<string, string>()
    let started = 0
    const shopper = async (person: ShopClient): Promise<void> => {
      while (started < CHECKOUTS) {
        started += 1
        const key = randomUUID()
        await untilAnswered(() => person.call(baskets.add, { body: { productId: product.id, quantity: 1 + (started % 3) } }))
        const basket = await untilAnswered(() => person.call(baskets.get, { query: { addressId: person.addressId } }))
        const placed = await untilAnswered(() =>
          person.call(
            orders.checkout,
            {
              body: {
                addressId: person.addressId,
                paymentId: 3,
                deliveryNow: true,
                basketVersion: basket.version,
                orderPrice: basket.orderPrice
              }
            },
            { idempotencyKey: key }
          )
        )
        answered.set(key, placed.orderNumber)
      }
    }
    let kills = 0
    const killer = async (): Promise<void> => {
      while (kills < KILLS) {
        await new Promise((resolve) => {
          setTimeout(resolve, 60 + ((kills * 97) % 240))
        })
        await shop.end('SIGKILL')
        kills += 1
        shop = await startShop(env)
      }
    }
    const killing = killer()
    await Promise.all(people.map(shopper))
    // The rest of the kills hit an idle shop, which must come back all the same.
    await killing
    expect(kills).toBe(KILLS)
    expect(await shop.end()).toBe(0)

    const engine = await place.open()
    const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
      ((await engine.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows
    const made = await rows(sql`select number, total, items_price, packing_price, delivery_price, service_fee from orders`)
    expect(answered.size).toBe(CHECKOUTS)
    expect(made).toHaveLength(CHECKOUTS)
    expect(new Set(answered.values()).size).toBe(CHECKOUTS)
    expect(new Set(made.map(({ number }) => number))).toEqual(new Set(answered.values()))
    for (const order of made) {
      expect(order.total).toBe(
        Number(order.items_price) + Number(order.packing_price) + Number(order.delivery_price) + Number(order.service_fee)
      )
    }
    const [sold] = await rows(sql`select sum(quantity)::int as quantity from order_items where product_id = ${product.id}`)
    const [left] = await rows(sql`select stock from products where id = ${product.id}`)
    expect(Number(left?.stock)).toBe(STOCK - Number(sold?.quantity))
    const [kept] = await rows(sql`select count(*)::int as keys, count(distinct order_id)::int as orders from idempotency_keys`)
    expect(kept).toEqual({ keys: CHECKOUTS, orders: CHECKOUTS })
    const [outbox] = await rows(
      sql`select count(distinct order_id)::int as orders, count(*)::int as events from events where kind = 'order.placed'`
    )
    expect(outbox).toEqual({ orders: CHECKOUTS, events: CHECKOUTS })
    await engine.close()
  })
})
