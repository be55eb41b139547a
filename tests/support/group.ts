import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupOrderInfo, NewGroupOrder } from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import type { Client, TestApi } from './api.ts'
import { refused } from './shopping.ts'

export const start = (client: Client, change: Partial<NewGroupOrder> = {}): Promise<GroupOrderInfo> =>
  client.call(groupOrders.create, {
    body: { supplierId: 1, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER, participantName: 'Ani', ...change }
  })

export const join = (client: Client, { hash, id }: Pick<GroupOrderInfo, 'hash' | 'id'>, participantName = 'Davit', startAnew = false) =>
  client.call(groupOrders.join, {
    query: { hash },
    body: { participantName, userId: client.userId ?? 1, groupOrderId: id, ...(startAnew && { startAnew }) }
  })

/** What somebody sees of the group order of a link, else of their own. */
export const infoOf = async (client: Client, hash?: string): Promise<GroupOrderInfo> => {
  const info = await client.call(groupOrders.info, { query: hash === undefined ? {} : { hash } })
  if (!info) throw new Error('in no group order')
  return info
}
export const isInGroup = async (client: Client): Promise<boolean> => (await client.call(groupOrders.info, { query: {} })) !== null
export const complete = (client: Client, isComplete = true): Promise<GroupOrderInfo> =>
  client.call(groupOrders.complete, { body: { complete: isComplete } })
export const cancel = (client: Client): Promise<GroupOrderInfo> => client.call(groupOrders.cancel, {})
export const leave = (client: Client): Promise<{ left: true }> => client.call(groupOrders.leave, { query: {} })
export const takeOut = (client: Client, id: number): Promise<GroupOrderInfo> => client.call(groupOrders.removeMember, { params: { id } })
export const basketOf = (client: Client): Promise<Basket> => client.call(baskets.get, { query: {} })

/** A group order with its initiator and members, in the order of joining. */
export const group = async (api: TestApi, names: readonly string[] = ['Davit', 'Mariam'], change: Partial<NewGroupOrder> = {}) => {
  const owner = await api.person()
  const started = await start(owner, change)
  const members: Client[] = []
  for (const name of names) {
    const member = await api.person()
    await join(member, started, name)
    members.push(member)
  }
  return { owner, members, started }
}

export const memberAt = (members: readonly Client[], index: number): Client => {
  const found = members[index]
  if (!found) throw new Error(`there is no member ${index}`)
  return found
}
/** Number and type of the refusal that a call must end in. */
export const codeOf = async (call: Promise<unknown>): Promise<[number, string]> => {
  const { code, type } = await refused(call)
  return [code, type]
}
