import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { openBuyers, type Agreed, type MoneyCalls } from '#tests/support/crash-shoppers.ts'
import { startLocalPostgres, type LocalPostgres } from '#tests/support/local-postgres.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'

/** At least so many; buying goes on until the last kill. */
const CHECKOUTS = 200
const AT_ONCE = 16
const KILLS = 20
/** So many kills must break off calls that move money; the others hit other calls or an idle moment. */
const KILLS_IN_FLIGHT = 15
const STORE = 902
const PRODUCT = 'WATER'
const STOCK = 5000
/** Pieces that are never sold, so that stock is not what ends the test. */
const RESERVE = 500
const HUNDREDTHS = 100

let postgres: LocalPostgres | null = null
afterAll(() => postgres?.stop())

const engines: [string, () => Promise<{ env: Record<string, string>; open: () => Promise<Engine> }>][] = [
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
      if (!postgres) throw new Error('PostgreSQL is needed: its programs are missing on this machine')
      const url = postgres.url('postgres')
      return { env: { DATABASE_URL: url }, open: () => openPostgres(url) }
    }
  ]
]

describe.each(engines)('%s', (name, prepare) => {
  test(`${CHECKOUTS} checkouts by cash and card, ${AT_ONCE} at a time, the server killed ${KILLS} times: none doubled, none lost`, async () => {
    const place = await prepare()
    const env = { ...place.env, PORT: String(await freePort()) }
    let shop: Shop = await startShop(env)
    const url = (): string => shop.url
    const money: MoneyCalls = { pending: 0, kills: 0, broken: [] }
    const buyers = openBuyers(url, money)
    const people: ShopClient[] = []
    for (let index = 0; index < AT_ONCE; index += 1) people.push(await newPerson(url, `+3749100${String(1000 + index)}`))
    const [first] = people
    if (!first) throw new Error('nobody came')
    const menu = await first.call(catalogue.products, { query: { supplierId: STORE } })
    const product = menu.items.find(({ code }) => code === PRODUCT)
    if (!product) throw new Error(`no ${PRODUCT} in the test market`)

    const agreed: (Agreed & { person: ShopClient })[] = []
    let started = 0
    let pieces = 0
    const failed = new AbortController()
    const shopper = async (person: ShopClient): Promise<void> => {
      while ((started < CHECKOUTS || money.kills < KILLS) && pieces < STOCK - RESERVE) {
        started += 1
        const done = await buyers.buy(person, product.id, started)
        pieces += done.quantity
        agreed.push({ ...done, person })
      }
    }
    const killer = async (): Promise<void> => {
      while (money.kills < KILLS && !failed.signal.aborted) {
        await wait(60 + ((money.kills * 97) % 240))
        for (let waited = 0; money.pending === 0 && waited < 500; waited += 1) await wait(1)
        money.kills += 1
        await shop.end('SIGKILL')
        shop = await startShop(env)
      }
    }
    const killing = killer()
    try {
      await Promise.all([killing, ...people.map(shopper)])
    } catch (cause) {
      failed.abort()
      await killing.catch(() => undefined)
      await shop.end('SIGKILL')
      throw cause
    }
    const inFlight = money.broken.filter((calls) => calls > 0).length
    expect(inFlight, `${name}: calls that each kill broke off: ${money.broken.join(' ')}`).toBeGreaterThanOrEqual(KILLS_IN_FLIGHT)
    expect(agreed.length).toBeGreaterThanOrEqual(CHECKOUTS)
    for (const { person, orderNumber, card } of agreed) if (card) expect(await buyers.pressAgain(person, orderNumber)).toBeNull()
    expect(await shop.end()).toBe(0)

    const engine = await place.open()
    const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
      ((await engine.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows
    const byNumber = <Row extends { number?: unknown }>(all: Row[]): Row[] => all.sort((a, b) => Number(a.number) - Number(b.number))

    // Each order once, for the price and the pieces that were agreed, paid if by card.
    const made = await rows(
      sql`select number, total::int as total, payment_id = 8 as card, paid_at is not null as paid, refunded_at is not null as refunded,
            (select sum(quantity)::int from order_items where order_id = orders.id) as quantity from orders`
    )
    expect(byNumber(made)).toEqual(
      byNumber(
        agreed.map(({ orderNumber, price, card, quantity }) => ({
          number: orderNumber,
          total: Math.round(price * HUNDREDTHS),
          card,
          paid: card,
          refunded: false,
          quantity
        }))
      )
    )
    // The bank's own books: one deposit an order by card, of the agreed price, that the shop knows of; nothing for cash, nothing given back.
    const deposits = await rows(
      sql`select split_part(b.number, '-', 1) as number, b.amount::int as total, p.state, o.number as "order" from simulated_bank b
          left join payments p on p.bank_ref = b.ref left join orders o on o.id = p.order_id where b.status in (2, 4)`
    )
    expect(byNumber(deposits)).toEqual(
      byNumber(
        agreed
          .filter(({ card }) => card)
          .map(({ orderNumber, price }) => ({
            number: orderNumber,
            total: Math.round(price * HUNDREDTHS),
            state: 'captured',
            order: orderNumber
          }))
      )
    )
    expect(await rows(sql`select state, count(*)::int from payments where state not in ('captured', 'declined') group by 1`)).toEqual([])
    expect(await rows(sql`select * from basket_items`)).toEqual([])
    const sold = agreed.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(await rows(sql`select stock::int as stock from products where id = ${product.id}`)).toEqual([{ stock: STOCK - sold }])
    const count = agreed.length
    expect(await rows(sql`select count(*)::int as keys, count(distinct order_id)::int as orders from idempotency_keys`)).toEqual([
      { keys: count, orders: count }
    ])
    expect(
      await rows(sql`select count(distinct order_id)::int as orders, count(*)::int as events from events where kind = 'order.placed'`)
    ).toEqual([{ orders: count, events: count }])
    await engine.close()
  })
})
