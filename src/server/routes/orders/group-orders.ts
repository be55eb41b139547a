import type * as groupOrders from '#contract/group-orders/calls.ts'
import type { groupOrdersSchemas } from '#contract/group-orders/schemas.ts'
import { changeGroupDelivery } from '#server/services/group-orders/change-delivery.ts'
import { cancelGroupOrder, completeGroupOrder, leaveGroupOrder, removeMember } from '#server/services/group-orders/change-members.ts'
import { readGroupInfo } from '#server/services/group-orders/info.ts'
import { joinGroupOrder } from '#server/services/group-orders/join.ts'
import { remindMembers } from '#server/services/group-orders/remind.ts'
import { startGroupOrder } from '#server/services/group-orders/start.ts'
import type { Handlers } from '../http/mount.ts'

export const groupOrdersHandlers: Handlers<typeof groupOrders, typeof groupOrdersSchemas> = {
  create: (ctx, { body }) => startGroupOrder(ctx, body),
  changeDelivery: (ctx, { body }) => changeGroupDelivery(ctx, body),
  info: (ctx, { query }) => readGroupInfo(ctx, query),
  join: (ctx, { query, body }) => joinGroupOrder(ctx, { ...body, hash: query.hash ?? '' }),
  cancel: (ctx) => cancelGroupOrder(ctx),
  leave: (ctx) => leaveGroupOrder(ctx),
  complete: (ctx, { body }) => completeGroupOrder(ctx, body),
  removeMember: (ctx, { params }) => removeMember(ctx, params.id),
  remind: (ctx) => remindMembers(ctx)
}
