import type * as wallet from '#contract/wallet/calls.ts'
import type { walletSchemas } from '#contract/wallet/schemas.ts'
import { orderBonus } from '#server/services/orders/rewards/order-bonus.ts'
import { listTickets } from '#server/services/lottery/list-tickets.ts'
import { listHistory } from '#server/services/wallet/history.ts'
import { topUp } from '#server/services/wallet/corporate/top-up.ts'
import { listRewards } from '#server/services/orders/rewards/list-rewards.ts'
import { purchaseOfBasket } from '#server/services/payments/transfers/purchase.ts'
import { listFreeDeliveries } from '#server/services/wallet/free-deliveries.ts'
import { listWallets } from '#server/services/wallet/wallets.ts'
import { withdrawPoints } from '#server/services/wallet/withdraw-points.ts'
import type { Handlers } from './http/mount.ts'

export const walletHandlers: Handlers<typeof wallet, typeof walletSchemas> = {
  wallets: async (ctx, { query }) => listWallets(ctx, await purchaseOfBasket(ctx), query.fromAlloed),
  topup: (ctx, { body }) => topUp(ctx, body.amount),
  withdraw: (ctx, { body }) => withdrawPoints(ctx, body),
  orderBonus: (ctx, { query }) => orderBonus(ctx, query.orderId),
  rewards: (ctx) => listRewards(ctx),
  tickets: (ctx) => listTickets(ctx),
  freeDeliveries: (ctx) => listFreeDeliveries(ctx),
  history: (ctx, { query }) => listHistory(ctx, query)
}
