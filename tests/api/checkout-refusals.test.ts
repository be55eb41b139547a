import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, buyer, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'

// What may change between the basket and the button, beyond price and stock.

const { branches, orders, suppliers } = schema
let api: TestApi
beforeAll(async () => {
  // Nothing is charged besides goods, packing and delivery, so that an order can come to nothing.
  api = await startApi({ env: { SERVICE_FEE_PERCENT: '0', SERVICE_FEE_FLOOR: '0', PAPER_BAG_PRICE: '0' } })
})
afterAll(async () => {
  expect(await api.engine.db.select().from(orders)).toHaveLength(2)
  expect(api.errors).toEqual([])
  await api.close()
})

/** As an import does after a change: every process reads the suppliers anew. */
const changeSupplier = async (id: number, change: Partial<typeof suppliers.$inferInsert>): Promise<void> => {
  await api.engine.db.update(suppliers).set(change).where(eq(suppliers.id, id))
  await api.engine.db.execute(sql`insert into events (kind, payload) values ('catalogue.changed', '{}'::jsonb)`)
  api.kernel.directory.invalidate()
}

test('who answers "not an adult" after the wine is in the basket does not get it; who answers "adult" does', async () => {
  const wine = await api.product(1, 'ADULT')
  const client = await api.person()
  const addressId = await addAddress(client)
  await client.call(auth.change, { body: { isAdult: true } })
  await add(client, wine)
  const body = await orderOf(client, addressId)
  await client.call(auth.change, { body: { isAdult: false } })
  expect(await refused(place(client, body))).toMatchObject({ type: 'FORBIDDEN', field: 'isAdult' })
  await client.call(auth.change, { body: { isAdult: true } })
  expect(await place(client, body)).toMatchObject({ status: 0 })
})

test('who was never asked for the age does not get what a confirmed guest put in before signing in, until they answer', async () => {
  const guest = api.guest()
  guest.cookies.set('buy_is_adult', '1')
  await add(guest, await api.product(1, 'ADULT'))
  const client = await api.person({ client: guest })
  const addressId = await addAddress(client)
  const body = await orderOf(client, addressId)
  expect(await refused(place(client, body))).toMatchObject({ type: 'FORBIDDEN', field: 'isAdult' })
  await client.call(auth.change, { body: { isAdult: true } })
  expect(await place(client, body)).toMatchObject({ status: 0 })
})

test('a minimum that was raised meanwhile, of the product or of the supplier, is said by its amount', async () => {
  const ten = await api.product(1, 'TEN')
  const { client, addressId } = await buyer(api, ten, 2)
  const body = await orderOf(client, addressId)
  await setProduct(api, ten, { minimum: 3 })
  const ofProduct = await refused(place(client, body))
  expect(ofProduct).toMatchObject({ type: 'BELOW_MINIMUM_PURCHASE', field: 'items' })
  expect(ofProduct.message).toContain('3')
  await setProduct(api, ten, { minimum: 1 })
  await changeSupplier(1, { minimum: 500_000 })
  const ofSupplier = await refused(place(client, body))
  expect(ofSupplier).toMatchObject({ type: 'BELOW_MINIMUM_PURCHASE', field: 'minimum', data: { basket: { status: 'fill' } } })
  expect(ofSupplier.message).toContain('5\u00a0000')
  await changeSupplier(1, { minimum: 0 })
})

test('an order that costs nothing is refused by its name', async () => {
  const plain = await api.product(1, 'PLAIN')
  const { client, addressId } = await buyer(api, plain)
  await setProduct(api, plain, { price: 0, basePrice: 0 })
  const rows = await api.engine.db.select().from(branches).where(eq(branches.supplierId, 1))
  for (const { id, zones } of rows)
    await api.engine.db
      .update(branches)
      .set({ zones: zones.map((zone) => ({ ...zone, price: 0 })) })
      .where(eq(branches.id, id))
  await changeSupplier(1, { minimum: 0, packing: 0 })
  const body = await orderOf(client, addressId)
  expect(body.orderPrice).toBe(0)
  expect(await refused(place(client, body))).toMatchObject({ type: 'ORDER_HAS_NO_PRICE', code: 469, data: { basket: { orderPrice: 0 } } })
})
