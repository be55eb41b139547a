import type * as orders from '#contract/orders/calls.ts'
import type { ordersSchemas } from '#contract/orders/schemas.ts'
import { cancelOrder } from '#server/services/orders/cancel.ts'
import { sharedOrder, shareOrder, unshareOrder } from '#server/services/orders/sharing/share.ts'
import { checkout } from '#server/services/orders/checkout.ts'
import { orderDetails } from '#server/services/orders/details.ts'
import { orderInvoice } from '#server/services/orders/invoice.ts'
import { orderHistory, pendingOrders } from '#server/services/orders/list-orders.ts'
import { payForOrder } from '#server/services/orders/pay-for-order.ts'
import { answerReplacement } from '#server/services/orders/replacements/answer.ts'
import { takeStoreCredit } from '#server/services/orders/own-money/take-store-credit.ts'
import { giveTip } from '#server/services/orders/tips/give-tip.ts'
import { paymentMethods } from '#server/services/payments/list-methods.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Handlers } from '../http/mount.ts'
import { countNamedPromoCode } from '../http/promo-code-limit.ts'

export const ordersHandlers = ({ limit }: Pick<Kernel, 'limit'>): Handlers<typeof orders, typeof ordersSchemas> => ({
  paymentMethods: (ctx) => paymentMethods(ctx),
  checkout: async (ctx, { body }, http) => {
    if (body.promoCode !== undefined) await countNamedPromoCode(limit, ctx, http)
    return checkout(ctx, body, http.idempotencyKey)
  },
  payForOrder: (ctx, { body }) => payForOrder(ctx, body),
  cancel: (ctx, { params }) => cancelOrder(ctx, params.id),
  takeStoreCredit: (ctx, { params }) => takeStoreCredit(ctx, params.id),
  answerReplacement: (ctx, { params, body }) => answerReplacement(ctx, params.id, body),
  giveTip: (ctx, { body }, http) => giveTip(ctx, body, http.idempotencyKey),
  share: (ctx, { body }) => shareOrder(ctx, body.orderNumber),
  unshare: (ctx, { query }) => unshareOrder(ctx, query.orderNumber),
  shared: (ctx, { query }) => sharedOrder(ctx, query.token),
  pending: (ctx, { query }) => pendingOrders(ctx, query),
  history: (ctx, { query }) => orderHistory(ctx, query),
  details: (ctx, { query }) => orderDetails(ctx, query.orderNumber),
  invoice: (ctx, { query }) => orderInvoice(ctx, query.orderNumber)
})
