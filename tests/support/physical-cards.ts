import { eq, sql } from 'drizzle-orm'
import * as baskets from '#contract/baskets/calls.ts'
import type { NewOrderMode } from '#contract/baskets/order-mode.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from './api.ts'
import { add, addAddress, atWork, orderOf, place, setProduct } from './shopping.ts'
import type { Till } from './till.ts'

const CODE = /^[A-HJ-NP-Z2-9]{4}(?: [A-HJ-NP-Z2-9]{4}){3}/
/** What the gift box of the tests costs beside the card, AMD. */
export const BOX = 900

/** The gift card of the test market, of 5,000 AMD, which can be had in a box. Answers it and the option. */
export const cardInBox = async (api: TestApi): Promise<{ productId: number; box: number }> => {
  const productId = await api.product(7, 'G5')
  const { optionGroups, optionValues, products } = schema
  const [group] = await api.engine.db
    .select({ id: optionGroups.id })
    .from(optionGroups)
    .innerJoin(optionValues, eq(optionValues.groupId, optionGroups.id))
    .where(eq(optionValues.price, BOX * 100))
    .limit(1)
  if (!group) throw new Error('the test market has no option at this price')
  const values = await api.engine.db.select().from(optionValues).where(eq(optionValues.groupId, group.id))
  const box = values.find(({ price }) => price === BOX * 100)?.id ?? 0
  await setProduct(api, productId, { optionGroupIds: [group.id] } satisfies Partial<typeof products.$inferInsert>)
  return { productId, box }
}

/** Somebody orders so many gift cards in boxes; by card it is paid at once. */
export const orderCards = async (
  api: TestApi,
  till: Till,
  { quantity = 1, paymentId = 8, orderMode = ORDER_MODE.DELIVERY as NewOrderMode['orderMode'] } = {}
) => {
  const { productId, box } = await cardInBox(api)
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, productId, quantity, { selectedOptions: [box] })
  await client.call(baskets.setOrderMode, { body: { orderMode } })
  const placed = await place(client, await orderOf(client, addressId, { paymentId }))
  if (paymentId === 8) {
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
  }
  return { client, placed }
}

export const staff = (api: TestApi, ...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
export const cardStaff = (api: TestApi, ...words: string[]): Promise<string[]> => operateGiftCards(atWork(api), words)

/** Staff print the codes of an order's cards. */
export const print = async (api: TestApi, orderNumber: string): Promise<string[]> =>
  (await cardStaff(api, 'print', orderNumber)).flatMap((line) => CODE.exec(line)?.[0] ?? [])

/** An order of so many cards, printed and handed over; answers their codes. */
export const handedOver = async (api: TestApi, till: Till, quantity = 1) => {
  const { client, placed } = await orderCards(api, till, { quantity })
  await staff(api, 'accept', placed.orderNumber)
  const codes = await print(api, placed.orderNumber)
  for (const verb of ['on-the-way', 'delivered']) await staff(api, verb, placed.orderNumber)
  return { client, placed, codes }
}

/** What an account of the ledger has from the transfers that begin so. */
export const postedTo = async (api: TestApi, account: string, cause: string): Promise<number> => {
  const [row] = await rowsOf<{ sum: number }>(
    api.engine.db,
    sql`select coalesce(sum(e.amount), 0)::int8 as sum from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where e.account like ${account} and t.cause like ${cause}`
  )
  return Number(row?.sum ?? 0)
}

/** The cards of an order, in the order of their pieces. */
export const cardsOfOrder = async (api: TestApi, orderId: number): Promise<GiftCardRow[]> => {
  const { giftCards, orderItems } = schema
  const rows = await api.engine.db
    .select({ card: giftCards })
    .from(giftCards)
    .innerJoin(orderItems, eq(orderItems.id, giftCards.itemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(giftCards.position)
  return rows.map(({ card }) => card)
}

/** What the ledger owes to whoever has a card, hundredths. */
export const owedOn = (api: TestApi, id: number): Promise<number> => postedTo(api, `liability:gift-card:${id}`, '%')

/** The sentence for a code that is entered before its card is handed over. */
export const NOT_YET = 'This card hasn’t been handed over yet. Its code works once the order is delivered.'

/** The cards of an order as its page shows them. */
export const shownCards = async (till: Till, client: Client, { orderNumber }: { orderNumber: string }) =>
  (await till.details(client, orderNumber)).giftCards
