import { endpoint } from '#contract/endpoint.ts'
import type { BasketItem } from '#contract/baskets/basket.ts'
import type { Slot } from '#contract/baskets/calls.ts'
import type { ShareMoney } from '#contract/orders/own-money.ts'
import type { SupplierKind, UnitId } from '#domain/enums.ts'
import type { OrderStatus, TrackingStatus } from '#domain/order-status.ts'
import type { GroupOrderState, GroupOrderStatus, GroupOrderType, GroupRole, SharePayment } from '#domain/orders/group-order.ts'
import type { ShownMethod } from '#domain/payment-method.ts'

/** What a member chose. `quantity` in the units of the line (unit 2: hundredths of a kilogram), `totalPrice` in AMD. */
export interface GroupItem {
  id: number
  name: string
  quantity: number
  unitId: UnitId
  /** As in the basket: `gone` and `below` cannot be ordered like this. */
  availability: BasketItem['availability']
  /** What is left of the product for everybody, in the units of the line; null: enough. */
  stock: number | null
  totalPrice: number
}

export interface GroupMember {
  id: number
  name: string
  /** Address of a picture; null without one. */
  src: string | null
  role: Exclude<GroupRole, 'outsider'>
  isYou: boolean
  ready: boolean
  items: GroupItem[]
  /** AMD. */
  itemsPrice: number
  /** What is theirs of all that is paid, AMD: the items, an equal part of delivery and packing, a part of the fee by the items. */
  share: number
  /** While everybody pays: how far this share is, and what of it is still to pay, AMD. */
  payment: SharePayment
  due: number
}

/** Times are ISO +04:00. */
export interface GroupOrderProgress {
  orderNumber: string
  status: OrderStatus
  trackingStatus: TrackingStatus
  deliveryFrom: string
  deliveryTo: string
}

/** While everybody pays. Amounts in AMD; the time is ISO +04:00. */
export interface GroupCollecting {
  orderNumber: string
  /** When the order is cancelled, and everything paid goes back; null while staff look into it. */
  payBefore: string | null
  /** What staff look into, in their own words; meanwhile nobody pays, and the initiator changes nothing. */
  pausedFor: string | null
  /** What the caller still has to pay. */
  due: number
  /** How it can be paid. */
  payableBy: ShownMethod[]
  /** What the shop keeps for the caller, while something is due. */
  ownMoney: ShareMoney | null
  /**
   * For the initiator while others have not paid: what going on without them costs besides (`extra`), and what is then missing to the
   * restaurant's minimum, so that it cannot be done.
   */
  without: { extra: number; missing: number } | null
}

/** Where and when the initiator wants a group order to come. */
export interface WantedDelivery {
  /** One of the initiator's addresses; default: the one that deliveries go to unless told. */
  addressId?: number
  /** The beginning of a window of baskets.availableTimes (yyyy-mm-dd, HH:MM); both or neither: as soon as everybody has chosen. */
  deliveryDate?: string
  deliveryTime?: string
}

/** Where and when a group order comes. */
export interface GroupDelivery {
  /** For those who are in it; null while the initiator has no address. */
  address: { id: number; street: string; city: string } | null
  /** null: as soon as everybody has chosen. */
  slot: Slot | null
  /** The restaurant cannot keep the slot any more. */
  isLate: boolean
}

/** Amounts in AMD. Somebody who is not in the group order gets no members. */
export interface GroupOrderInfo {
  id: number
  hash: string
  supplierId: number
  supplier: { id: number; name: string; alias: string; kind: SupplierKind }
  initiatorName: string
  /** What each member may choose goods for; 99999999: no limit. */
  limit: number
  /** When the list closes by itself, ISO +04:00. */
  deadline: string | null
  delivery: GroupDelivery
  groupOrderType: GroupOrderType
  status: GroupOrderStatus
  state: GroupOrderState
  role: GroupRole
  membersCount: number
  members: GroupMember[]
  /** How far the order is, once it was placed: everybody in it follows it. */
  order: GroupOrderProgress | null
  /** For everybody in it, while its shares are paid. */
  collecting: GroupCollecting | null
  /** Everybody's goods, and what is missing to the restaurant's minimum. */
  itemsPrice: number
  missingToMinimum: number
  /** What the initiator pays for everybody; the sum of the shares. `isEstimate`: the initiator's address is not known yet. */
  orderPrice: number
  isEstimate: boolean
}

export interface NewGroupOrder extends WantedDelivery {
  supplierId: number
  limit: number
  groupOrderType: GroupOrderType
  /** An earlier group order that the caller was in: the others of it are invited. */
  againOf?: number
  /** In how many minutes the list closes by itself, 5 to 240; default: it is closed by hand. */
  deadlineMinutes?: number
  /** How the others see the initiator; default: the first name of the profile. */
  participantName?: string
  /** True after the person agreed to lose what the basket holds of other suppliers, and to have it delivered. */
  startAnew?: boolean
}

export const create = endpoint<{ body: NewGroupOrder; reply: GroupOrderInfo }>()({
  method: 'POST',
  path: '/orders/group',
  access: 'guest',
  perMinute: 10,
  codes: [
    'GROUP_ORDER_AUTHORIZATION_REQUIRED',
    'SUPPLIER_NOT_FOUND',
    'GROUP_ORDER_NOT_FOUND',
    'GROUP_ORDER_RESTAURANTS_ONLY',
    'GROUP_ORDER_EXISTS',
    'GROUP_ORDER_FORBIDDEN_TO_JOIN',
    'CHANGE_MODE_TO_DELIVERY',
    'JOINING_EMPTIES_CART',
    'INVALID_ADDRESS',
    'SUPPLIER_TOO_FAR',
    'DELIVERY_TIME_UNAVAILABLE'
  ],
  about:
    'Starts a group order at a restaurant, which its initiator pays for, or everybody the own share of. One that is placed a day and person, five starts a day.'
})

export const info = endpoint<{ query: { hash?: string; sessionId?: string }; reply: GroupOrderInfo | null }>()({
  method: 'GET',
  path: '/orders/group/info',
  access: 'guest',
  perMinute: 240,
  codes: ['GROUP_ORDER_NOT_FOUND'],
  about:
    "The group order of a link, else the one that the caller's basket is in, null for none. Members see who is in it and what each has chosen."
})

export const changeDelivery = endpoint<{ body: WantedDelivery; reply: GroupOrderInfo }>()({
  method: 'PUT',
  path: '/orders/group/delivery',
  access: 'user',
  perMinute: 30,
  codes: ['GROUP_ORDER_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN', 'INVALID_ADDRESS', 'SUPPLIER_TOO_FAR', 'DELIVERY_TIME_UNAVAILABLE'],
  about: 'The initiator says where and when it is to come, until it is ordered. Everybody in it sees that.'
})

export const join = endpoint<{
  query: { hash?: string }
  body: {
    participantName?: string
    userId: number
    groupOrderId: number
    /** True after the person agreed to lose what the basket holds, and to leave another group order. */
    startAnew?: boolean
  }
  reply: GroupOrderInfo
}>()({
  method: 'POST',
  path: '/orders/group/join',
  access: 'guest',
  perMinute: 30,
  codes: [
    'GROUP_ORDER_AUTHORIZATION_REQUIRED',
    'FORBIDDEN',
    'GROUP_ORDER_NOT_FOUND',
    'GROUP_ORDER_EXISTS',
    'GROUP_ORDER_OWNER_MUST_FINISH_FIRST',
    'GROUP_ORDER_IMPOSSIBLE_TO_JOIN',
    'GROUP_ORDER_FORBIDDEN_TO_JOIN',
    'CHANGE_MODE_TO_DELIVERY',
    'JOINING_EMPTIES_CART'
  ],
  about:
    'Joins the group order of a link. `userId` is the caller. A basket that holds something, or another group order, is left when `startAnew`.'
})

export const cancel = endpoint<{ reply: GroupOrderInfo }>()({
  method: 'DELETE',
  path: '/orders/group/cancel',
  access: 'user',
  codes: ['GROUP_ORDER_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN', 'CUSTOM'],
  about: 'The initiator ends it. What everybody chose stays in their own baskets; shares that are paid go back.'
})

export const leave = endpoint<{ query: { sessionId?: string }; reply: { left: true } }>()({
  method: 'DELETE',
  path: '/orders/group/leave',
  access: 'user',
  codes: ['GROUP_ORDER_LEAVE_FAILED', 'GROUP_ORDER_ACTION_FORBIDDEN', 'GROUP_ORDER_PAID_MEMBER_CANNOT_LEAVE'],
  about: 'A member leaves, and what they chose is removed. The initiator cancels instead.'
})

export interface CompletedGroup {
  complete?: boolean
  /** While everybody pays, to go on without whoever has not: what the initiator pays more then (AMD), as it was shown. */
  agreed?: number
}

export const complete = endpoint<{ body: CompletedGroup; reply: GroupOrderInfo }>()({
  method: 'PUT',
  path: '/orders/group/complete',
  access: 'user',
  codes: [
    'GROUP_ORDER_NOT_FOUND',
    'GROUP_ORDER_ACTION_FORBIDDEN',
    'BASKET_EMPTY',
    'BELOW_MINIMUM_PURCHASE',
    'CHECKOUT_OUTDATED',
    'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER',
    'CUSTOM'
  ],
  about:
    'A member is ready, or chooses again (`complete` false). The initiator locks the group order for everybody, or opens it again; only a locked one can be ordered. While everybody pays, the initiator goes on without whoever has not paid.'
})

export const removeMember = endpoint<{ params: { id: number }; reply: GroupOrderInfo }>()({
  method: 'DELETE',
  path: '/orders/group/members/:id',
  access: 'user',
  codes: ['GROUP_ORDER_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN', 'NOT_FOUND', 'GROUP_ORDER_OWNER_CANNOT_REMOVE_PAID_MEMBER'],
  about: 'The initiator takes a member out, with what they chose.'
})

export const remind = endpoint<{ reply: { reminded: number } }>()({
  method: 'POST',
  path: '/orders/group/remind',
  access: 'user',
  perMinute: 2,
  codes: ['GROUP_ORDER_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN'],
  about: 'The initiator reminds the members who are not ready or, while everybody pays, have not paid.'
})

/** What happened in a group order. `collecting`: everybody pays now; `share`: what somebody has to pay, or how a try to pay ended; `changed`: something, unknown what, since the listener last heard of it. */
export interface GroupOrderEvent {
  type:
    | 'joined'
    | 'left'
    | 'item'
    | 'ready'
    | 'choosing'
    | 'locked'
    | 'unlocked'
    | 'collecting'
    | 'share'
    | 'paid'
    | 'placed'
    | 'cancelled'
    | 'expired'
    | 'changed'
  /** The member whom it is about; null for all of them. */
  memberId: number | null
}

export const events = endpoint<{ query: { hash?: string }; reply: GroupOrderEvent }>()({
  method: 'GET',
  path: '/orders/group/events',
  access: 'user',
  perMinute: 60,
  stream: true,
  codes: ['GROUP_ORDER_NOT_FOUND'],
  about:
    'What happens in the group order of a link, else in the own one, for whoever is in it; events resume after Last-Event-ID. What it is then, `info` says.'
})
