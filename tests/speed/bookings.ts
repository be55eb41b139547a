import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { ApiError } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as bookings from '#contract/bookings/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { bookingsAgree, windowsAgree } from '#tests/domain/bookings-oracle.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { newPerson } from '#tests/support/shop-client.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

const LAUNDRY = 12
const PLACES = 10
const PEOPLE = 200
const CASES = 10_000
const SEED = 35

/** Everybody wants the first window, through two processes on one database. */
const crowd = async (): Promise<Row[]> =>
  (await withPostgres(async (postgres) =>
    withFolder(async (folder) => {
      const env = {
        MARKET_DIR: join(ROOT, 'tests/support/market'),
        DATABASE_URL: await createDatabase(postgres, 'bookings'),
        DATA_DIR: join(folder, 'data'),
        WORKERS: '2',
        TRUST_PROXY: '1',
        PIN_PER_HOUR: '1000000',
        PIN_PER_PREFIX_HOUR: '1000000',
        PORT: String(await freePort())
      }
      const shop = await startShop(env, 120_000)
      try {
        const people = []
        for (let index = 0; index < PEOPLE; index += 1)
          people.push(await newPerson(() => shop.url, `+3749${String(1_500_000 + index)}`, `10.${index}.0.1`))
        const [first] = people
        if (!first) return []
        const { items } = await first.call(catalogue.products, { query: { supplierId: LAUNDRY } })
        const coat = items.find(({ code }) => code === 'COAT')?.id ?? 0
        for (const { call } of people) await call(baskets.add, { body: { productId: coat, quantity: 1 } })
        const { windows, speeds } = await first.call(bookings.availableTimes, { query: { addressId: first.addressId } })
        const [pickup, back] = [windows[0], speeds[0]?.windows[0]]
        if (!pickup || !back) return []
        const outcomes = await Promise.all(
          people.map(async ({ call, addressId }) => {
            const { version } = await call(baskets.get, { query: { addressId } })
            const body = {
              ...{ addressId, speed: 'standard' as const, basketVersion: version, orderPrice: speeds[0]?.orderPrice ?? 0 },
              ...{ pickupDate: pickup.date, pickupTime: pickup.time, deliveryDate: back.date, deliveryTime: back.time }
            }
            return call(bookings.book, { body }, { idempotencyKey: randomUUID() }).then(
              () => 'booked',
              (cause: unknown) => (cause instanceof ApiError ? cause.type : String(cause))
            )
          })
        )
        const booked = outcomes.filter((one) => one === 'booked').length
        const refused = outcomes.filter((one) => one === 'DELIVERY_TIME_UNAVAILABLE').length
        return [
          {
            what: `${PEOPLE} at once for ${PLACES} places of a window, two processes, PostgreSQL`,
            goal: `${PLACES} booked, ${PEOPLE - PLACES} clear refusals`,
            figure: `${booked} booked, ${refused} refused`,
            met: booked === PLACES && refused === PEOPLE - PLACES
          }
        ]
      } finally {
        await shop.end()
      }
    })
  )) ?? []

/** Windows of random schedules, holidays and rules against a walk through all minutes. */
const windows = (): Row => {
  const differing = [fc.check(windowsAgree, { numRuns: CASES, seed: SEED }), fc.check(bookingsAgree, { numRuns: CASES, seed: SEED })]
  const failed = differing.filter(({ failed: differs }) => differs).length
  return {
    what: `windows of bookings, ${2 * CASES} random schedules, holidays and rules (seed ${SEED})`,
    goal: 'equal to a walk through all minutes',
    figure: failed === 0 ? 'equal' : `${failed} of 2 kinds differ`,
    met: failed === 0
  }
}

/** Booked services. About three minutes. */
export const measureBookings = async (): Promise<Row[]> => [windows(), ...(await crowd())]
