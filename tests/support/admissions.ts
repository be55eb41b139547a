import { eq } from 'drizzle-orm'
import * as admissions from '#contract/admissions/calls.ts'
import type { Admission } from '#contract/admissions/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder, OrderDetails, PlacedOrder } from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import type { Client, TestApi } from './api.ts'
import { NOON } from './clock.ts'
import { addSecondOf } from './second-supplier.ts'
import { add, buy, place, stockOf } from './shopping.ts'
import type { Till } from './till.ts'

export const HALL = 77
export const HALL_ALIAS = 'gifts-77'
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A supplier of tickets: `entry` for any day of 30, `show` for three days after noon, `lateShow` for ten hours after it, five seats each. */
export const openHall = async (api: TestApi): Promise<{ entry: number; show: number; lateShow: number }> => {
  const { suppliers, branches } = schema
  const { db } = api.engine
  await addSecondOf(api, 7, HALL)
  await db
    .update(suppliers)
    .set({ admissions: { days: 30 }, alias: HALL_ALIAS, commission: 800 })
    .where(eq(suppliers.id, HALL))
  await db.update(branches).set({ zones: [] }).where(eq(branches.supplierId, HALL))
  const entry = await api.product(HALL, 'G5')
  const show = await addTicket(api, entry, 'SHOW', NOON + 3 * DAY)
  return { entry, show, lateShow: await addTicket(api, entry, 'LATE', NOON + 10 * HOUR) }
}

/** Adds a ticket for a time, of 3,000 ֏ and with five seats, beside another product. */
const addTicket = async ({ engine: { db } }: TestApi, besideId: number, code: string, at: number): Promise<number> => {
  const { products } = schema
  const [product] = await db.select().from(products).where(eq(products.id, besideId))
  if (!product) throw new Error(`there is no product ${besideId} in the test market`)
  const { id: _, ...fields } = product
  const values = { ...fields, code, basePrice: 300_000, price: 300_000, stock: 5, admissionAt: new Date(at) }
  const [row] = await db.insert(products).values(values).returning({ id: products.id })
  if (!row) throw new Error('the inserted ticket was not returned')
  return row.id
}

/** A ticket for a time, of an order of something else; answers its id. */
const storeTicket = async (api: TestApi, at: Date): Promise<number> => {
  const { admissions: tickets, orderItems } = schema
  const { db } = api.engine
  const { client, placed } = await buy(api, await api.product(1, 'PLAIN'))
  const [item] = await db.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, placed.orderId))
  const of = { orderId: placed.orderId, itemId: item?.id ?? 0, position: 0, userId: client.userId ?? 0, branchId: 71 }
  const values = { ...of, number: `TICKET${placed.orderId}`, admissionAt: at, expiresAt: at, createdAt: new Date(api.clock.now()) }
  const [row] = await db.insert(tickets).values(values).returning({ id: tickets.id })
  if (!row) throw new Error('the inserted ticket was not returned')
  return row.id
}

/** What the jobs about tickets do, seen from outside: one whose time has come is sold out, and people are told of theirs. */
export const admissionEffects = (here: () => TestApi) => ({
  'keep admissions': {
    ...{ after: HOUR, early: HOUR - 60_000 },
    begin: async () => {
      const api = here()
      const id = await addTicket(api, await api.product(7, 'G5'), 'JOB', api.clock.now() + HOUR)
      return async () => (await stockOf(api, id)) === 0
    }
  },
  'remind of admissions': {
    ...{ after: 24 * HOUR + 60_000, early: 23 * HOUR },
    begin: async () => {
      const api = here()
      const id = await storeTicket(api, new Date(api.clock.now() + 48 * HOUR))
      return async () => {
        const [ticket] = await api.engine.db.select().from(schema.admissions).where(eq(schema.admissions.id, id))
        return ticket?.remindedAt !== null
      }
    }
  }
})

const CARD = 8

export const ticketsOf = (client: Client): Promise<Admission[]> => client.call(admissions.list)
export const orderDetailsOf = (client: Client, { orderNumber }: PlacedOrder): Promise<OrderDetails> =>
  client.call(orders.details, { query: { orderNumber } })

/** What a person who looks at the basket now would send, to pay by card. */
export const ticketOrder = async (client: Client, rest: Partial<NewOrder> = {}): Promise<NewOrder> => {
  const basket = await client.call(baskets.get, { query: {} })
  return { paymentId: CARD, deliveryNow: true, basketVersion: basket.version, orderPrice: basket.orderPrice, ...rest }
}

/** A person with tickets in the basket. */
export const withTickets = async (api: TestApi, productId: number, quantity = 1): Promise<Client> => {
  const client = await api.person()
  await add(client, productId, quantity)
  return client
}

/** A person who bought tickets by card. */
export const boughtTickets = async (api: TestApi, till: Till, productId: number, quantity = 1) => {
  const client = await withTickets(api, productId, quantity)
  const placed = await place(client, await ticketOrder(client))
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  return { client, placed }
}

export const cancelOrder = (client: Client, { orderId: id }: PlacedOrder) => client.call(orders.cancel, { params: { id } })
