import * as orders from '#contract/orders/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from './api.ts'
import { add, atWork, buyer, orderOf, place } from './shopping.ts'
import { openTill } from './till.ts'

export const CASH = 3
export const CARD = 8

/** The customer's answer to what is offered. */
export const answer = (client: Client, id: number, accept: boolean) =>
  client.call(orders.answerReplacement, { params: { id }, body: { accept } })

/** Orders of which something has run out, for one API. */
export const openReplacements = (api: TestApi) => {
  const till = openTill(api)
  const staff = async (...words: string[]): Promise<string> => (await operateOrders(atWork(api), words)).join('\n')

  /** Places an order, pays it when it is by card, and has it accepted. */
  const prepared = async (client: Client, body: NewOrder) => {
    const placed = await place(client, body)
    if (body.paymentId === CARD) {
      await till.decide(placed.orderId, 'approve')
      await till.comeBack(client, placed.orderId)
    }
    const number = placed.orderNumber
    await staff('accept', number)
    const details = () => till.details(client, number)
    return { client, number, orderId: placed.orderId, details, before: await details() }
  }
  type Ordered = Awaited<ReturnType<typeof prepared>>

  return {
    till,
    staff,
    prepared,
    /** The same of these products, by card. */
    ordered: async (
      [[first, quantity], ...others]: readonly [[productId: number, quantity: number], ...[number, number][]],
      rest: Partial<NewOrder> = {}
    ): Promise<Ordered> => {
      const { client, addressId } = await buyer(api, first, quantity)
      for (const [productId, more] of others) await add(client, productId, more)
      return prepared(client, await orderOf(client, addressId, { paymentId: CARD, ...rest }))
    },
    /** Offers a product instead of a line; returns what the customer is asked. */
    offered: async ({ number, details }: Ordered, line: number, productId: number, ...rest: string[]) => {
      await staff('replace', number, String(line), String(productId), ...rest)
      const asked = (await details()).replacements.at(-1)
      if (!asked) throw new Error('nothing is asked')
      return asked
    },
    /** Product, quantity, how much of it went back, and its price. */
    itemsOf: async ({ details }: Ordered): Promise<number[][]> =>
      (await details()).parts.flatMap(({ items }) =>
        items.map(({ productId, quantity, refunded, totalPrice }) => [productId, quantity, refunded, totalPrice])
      ),
    /** What the bank gave back of an order, AMD. */
    atBank: (number: string): number | undefined =>
      till
        .bank()
        .orders()
        .filter(({ description }) => description === number)
        .map(({ refunded }) => refunded / 100)[0]
  }
}
export type Replacements = ReturnType<typeof openReplacements>
