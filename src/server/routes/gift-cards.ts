import type * as giftCards from '#contract/gift-cards/calls.ts'
import type { giftCardsSchemas } from '#contract/gift-cards/schemas.ts'
import type { Kernel } from '#server/kernel.ts'
import { giftCardBalance } from '#server/services/baskets/pricing/gift-card-balance.ts'
import { giftCardDetails, listGiftCards } from '#server/services/gift-cards/list.ts'
import { addCardPhoto, readCardPhoto } from '#server/services/gift-cards/photos.ts'
import { buyGiftCard } from '#server/services/orders/gift-cards/buy.ts'
import { listBoughtCards, sendBoughtCard } from '#server/services/orders/gift-cards/given-cards.ts'
import { activateCode } from '#server/services/orders/gift-cards/activate-code.ts'
import type { Handlers } from './http/mount.ts'
import { countPromoCode } from './http/promo-code-limit.ts'

export const giftCardsHandlers = ({ limit }: Pick<Kernel, 'limit'>): Handlers<typeof giftCards, typeof giftCardsSchemas> => ({
  list: (ctx) => listGiftCards(ctx),
  bought: (ctx) => listBoughtCards(ctx),
  buy: (ctx, { body }, http) => buyGiftCard(ctx, body, http.idempotencyKey),
  addPhoto: (ctx, { body: file }) => addCardPhoto(ctx, file),
  photo: (ctx, { params: { id }, query }) => readCardPhoto(ctx, id, query),
  send: (ctx, { params, body }) => sendBoughtCard(ctx, params.id, body.recipientEmail),
  balance: (ctx, { query }) => giftCardBalance(ctx, query.fromAlloed ?? false),
  activate: async (ctx, { body }, http) => {
    await countPromoCode(limit, ctx, http)
    return activateCode(ctx, body)
  },
  details: (ctx, { params }) => giftCardDetails(ctx, params.id)
})
