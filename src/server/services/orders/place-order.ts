import { ORDER_MODE } from '#domain/enums.ts'
import { linePrice } from '#domain/basket.ts'
import { checkedAmount, fromAmd, type Amount } from '#domain/money.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { COLLECTING_MS, isPaidByAll } from '#domain/orders/group-order.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import { announceGroupChange } from '#server/services/baskets/group/announce-change.ts'
import { sharesByMember } from '#server/services/baskets/group/shares-by-member.ts'
import type { Line } from '#server/services/baskets/pricing/price-lines.ts'
import type { AppliedVoucher } from '#server/services/baskets/pricing/apply-voucher.ts'
import { modeOf, type PricedBasket, type PricedEntry } from '#server/services/baskets/pricing/price.ts'
import type { Method } from '#server/services/payments/methods.ts'
import type { Chosen } from '#server/services/payments/require-method.ts'
import { payBeforeOf, writeInvoice } from '#server/services/payments/transfers/invoice.ts'
import { providerOf } from '#server/services/payments/provider-of.ts'
import type { VoucherUse } from '#server/services/vouchers/require-use.ts'
import { arrivalOf } from './checks.ts'
import { newPickupCode } from './where/pickup-code.ts'
import { nextStepAt } from './move-order.ts'
import { sumOfShares, type OwnShares } from './own-money/own-shares.ts'
import { payWithOwnMoney } from './own-money/pay-with-own-money.ts'
import { requireShareOfStock } from './stock/require-share.ts'
import { reserveStock, type ReservedStock } from './stock/stock.ts'
import { writeOrder } from './write-order.ts'

/** The new order, as the reply of checkout names it. */
export interface Placed {
  id: number
  number: string
  status: OrderStatus
}

/**
 * Reserves the stock, writes order, parts, items and event, takes gift cards and points as tenders, and empties the basket (where everybody pays a group order, they keep theirs
 * until then). Only inside checkout's transaction. Returns null when
 * stock is too low; throws TOO_MANY_UNPAID_ORDERS when new accounts hold their share of it.
 */
export const placeOrder = async (
  tx: Context,
  basket: PricedBasket,
  address: OrderAddress,
  input: NewOrder,
  buyer: Chosen & { userId: number; key: string; use: VoucherUse | null; shares: OwnShares }
): Promise<Placed | null> => {
  const { userId, key, method, purchase, use, shares } = buyer
  const reserved = quantityPerProduct(basket.lines)
  const counted = await reserveStock(tx, reserved)
  if (!counted) return null
  await requireShareOfStock(tx, userId, basket, reserved)
  const order = await orderOf(tx, basket, address, input, buyer)
  const parts = basket.entries.map((entry) => partOf(order.status, entry, basket.applied))
  const items = basket.lines.map((line) => ({
    ...itemOf(line, basket.applied, input),
    stockTaken: counted.has(line.productId),
    userId: basket.group ? line.userId : userId
  }))
  const collects = basket.group !== null && isPaidByAll(basket.group) && order.total > 0
  const paying = collects ? payersOf(basket) : [{ payerId: userId, amount: order.total }]
  const own = sumOfShares(shares)
  const payers = paying
    .map(({ payerId, amount }) => ({ payerId, amount: payerId === userId ? amount - own : amount }))
    .filter(({ amount }) => amount > 0)
  const tenders = payers.map((payer) => ({ ...payer, methodId: method.id, createdAt: order.createdAt }))
  const { boundCardId, bindCard } = input
  // A saved card, or one to be saved, needs more than the row, and so does each of several payers.
  const bank = boundCardId === undefined && !bindCard && !collects ? (providerOf(tx, method)?.provider ?? null) : null
  const written = await writeOrder(tx, { order, parts, items, tenders, bank, use, key, keepsBaskets: collects })
  if (basket.group) await announceGroupChange(tx)
  if (order.payBefore) await writeInvoice(tx, written.id, method, purchase, order.payBefore)
  const placed = { ...written, status: order.status }
  return own > 0 || order.total === 0 ? payWithOwnMoney(tx, placed, { userId, shares, total: order.total }) : placed
}

/** Who pays which share of a group order. */
const payersOf = (basket: PricedBasket): { payerId: number; amount: Amount }[] => {
  if (!basket.group) return []
  const shares = sharesByMember(basket.group, basket)
  return basket.group.members.map(({ userId }, index) => ({ payerId: userId, amount: shares[index] ?? 0 }))
}

const orderOf = async (
  tx: Context,
  basket: PricedBasket,
  address: OrderAddress,
  input: NewOrder,
  { userId, method }: { userId: number; method: Method }
) => {
  const { totals } = basket
  const tip = fromAmd(input.tip ?? 0)
  const now = tx.now()
  const status = method.waits || method.refund === 'own' ? ORDER_STATUS.NEW_NOT_PAID : ORDER_STATUS.OPEN
  const arrival = arrivalOf(tx, basket, input)
  const orderMode = modeOf(basket)
  const preparationMinutes = Math.max(...basket.entries.map(({ supplier }) => supplier.preparationMinutes))
  return {
    userId,
    groupOrderId: basket.group?.id ?? null,
    basketId: basket.basket.id,
    status,
    steps: [{ status, at: toIso(now) }],
    orderMode,
    paymentId: method.id,
    payBefore: basket.group && isPaidByAll(basket.group) ? new Date(now + COLLECTING_MS) : payBeforeOf(tx, method),
    address,
    pickupCode: orderMode === ORDER_MODE.PICK_UP ? await newPickupCode(tx, basket.basket.branchId) : null,
    deliveryNow: input.deliveryNow,
    deliveryFrom: arrival.from,
    deliveryTo: arrival.to,
    customerComment: input.customerComment ?? '',
    cutlery: input.cutlery ?? false,
    isGift: input.isGift ?? false,
    greeting: input.isGift ? (input.greeting ?? '') : '',
    runOut: input.runOut ?? 'call',
    basePrice: totals.basePrice,
    discount: totals.discount,
    itemsPrice: totals.items,
    packingPrice: totals.packing,
    deliveryPrice: totals.delivery,
    serviceFee: totals.serviceFee,
    voucherCode: basket.applied?.voucher.code ?? null,
    voucher: totals.voucher,
    voucherFunder: basket.applied?.voucher.funder ?? null,
    tip,
    total: checkedAmount(totals.total + tip),
    nextStepAt:
      orderMode === ORDER_MODE.ADMISSION
        ? null
        : nextStepAt(tx, status, { deliveryNow: input.deliveryNow, deliveryFrom: arrival.from, preparationMinutes }),
    createdAt: new Date(now)
  }
}

const partOf = (status: OrderStatus, entry: PricedEntry, applied: AppliedVoucher | null) => ({
  supplierId: entry.supplier.id,
  branchId: entry.branch.id,
  status,
  itemsPrice: entry.itemsPrice,
  packingPrice: entry.packing + entry.paperBag,
  deliveryPrice: entry.delivery,
  commission: entry.supplier.commission,
  voucher: entry.buyable.reduce((sum, { id }) => sum + (applied?.lines.get(id) ?? 0), 0),
  voucherDelivery: applied?.deliveries.get(entry.supplier.id) ?? 0
})

const itemOf = (line: Line, applied: AppliedVoucher | null, { runOut, runOutLines }: NewOrder) => ({
  supplierId: line.supplierId,
  productId: line.productId,
  name: line.name,
  picture: line.picture,
  unitId: line.unitId,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  baseUnitPrice: line.baseUnitPrice,
  totalPrice: linePrice(line),
  pairs: line.pairs,
  options: line.options,
  gifts: line.gifts.length > 0 ? line.gifts : null,
  admissionAt: line.admissionAt === null ? null : new Date(line.admissionAt),
  voucher: applied?.lines.get(line.id) ?? 0,
  runOut: runOutLines?.find((one) => one.itemId === line.id && one.runOut !== (runOut ?? 'call'))?.runOut ?? null
})

/** Returns the total quantity per product with counted stock; lines of one product with different options share its stock. */
const quantityPerProduct = (lines: readonly Line[]): ReservedStock[] => {
  const totals = new Map<number, number>()
  for (const { productId, quantity, stock } of lines) if (stock !== null) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return [...totals].map(([productId, quantity]) => ({ productId, quantity }))
}
