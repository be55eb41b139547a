import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as groupOrders from '#contract/group-orders/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import type { OwnMoneyUse } from '#contract/orders/own-money.ts'
import { GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import type { Client, TestApi } from './api.ts'
import { complete, infoOf, join, start } from './group.ts'
import { add, addAddress, orderOf, pay, place, setProduct } from './shopping.ts'
import { openTill } from './till.ts'

export const CARD = 8

/** Everything around a group order for which everybody pays the own share. */
export const openShares = async (api: TestApi) => {
  const till = openTill(api)
  const [plain, ten] = [await api.product(1, 'PLAIN'), await api.product(1, 'TEN')]
  await setProduct(api, ten, { stock: 1000 })
  const { orderTenders } = schema

  /** Ani, Davit and Mariam have chosen for 1,000, 2,000 and 1,500, the list is closed, and the order waits for their shares of 5,135. */
  const collecting = async (people: Partial<Record<'owner' | 'davit' | 'mariam', Client>> = {}, rest: Partial<NewOrder> = {}) => {
    const [owner, davit, mariam] = [
      people.owner ?? (await api.person()),
      people.davit ?? (await api.person()),
      people.mariam ?? (await api.person())
    ]
    const started = await start(owner, { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
    await join(davit, started, 'Davit')
    await join(mariam, started, 'Mariam')
    const addressId = await addAddress(owner)
    await add(owner, plain)
    await add(davit, plain, 2)
    await add(mariam, ten, 3)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, addressId, { paymentId: CARD, ...rest }))
    return { owner, davit, mariam, started, placed, addressId, number: placed.orderNumber }
  }
  /** Presses a button of the bank's page and comes back. Answers where the shop leads. */
  const press = async (client: Client, page: string | null, action = 'approve'): Promise<string> => {
    const back = (await till.press(page ?? '', action)).headers.get('location') ?? ''
    return (await client.fetch(back, { redirect: 'manual' })).headers.get('location') ?? ''
  }
  return {
    till,
    plain,
    ten,
    collecting,
    press,
    payShare: async (client: Client, number: string, action = 'approve'): Promise<string> =>
      press(client, (await pay(client, number)).redirectUrl, action),
    tendersOf: async (orderId: number) =>
      (await api.engine.db.select().from(orderTenders).where(eq(orderTenders.orderId, orderId)).orderBy(orderTenders.id)).map(
        ({ payerId, amount, state }) => [payerId, amount / 100, state]
      ),
    /** What the bank kept of an order, AMD. */
    keptBy: (number: string): number =>
      till
        .bank()
        .orders()
        .filter(({ description }) => description === number)
        .reduce((sum, { taken, refunded }) => sum + taken - refunded, 0) / 100
  }
}

/** Pays the own share with what the shop keeps for the person, and the rest by card. */
export const payWith = (client: Client, orderNumber: string, use: OwnMoneyUse) =>
  client.call(orders.payForOrder, { body: { orderNumber, paymentId: CARD, ...use } }, { idempotencyKey: randomUUID() })
export const payFor = (client: Client, orderNumber: string, memberId: number) =>
  client.call(orders.payForOrder, { body: { orderNumber, memberId } }, { idempotencyKey: randomUUID() })
export const goOn = (client: Client, agreed: number) => client.call(groupOrders.complete, { body: { complete: true, agreed } })
/** Who has paid, as somebody in it sees it. */
export const paymentsOf = async (client: Client) => (await infoOf(client)).members.map(({ name, payment }) => [name, payment])
export const memberIdOf = async (client: Client, name: string): Promise<number> =>
  (await infoOf(client)).members.find((member) => member.name === name)?.id ?? 0
