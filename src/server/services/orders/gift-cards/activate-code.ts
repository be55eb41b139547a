import type { ActivatedCode } from '#contract/gift-cards/calls.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { activateCard } from '#server/services/gift-cards/activate.ts'
import { presentGiftCard } from '#server/services/gift-cards/list.ts'
import { notifyOfReceipt } from '#server/services/notifications/notify-gift-cards.ts'
import { findVoucher } from '#server/services/vouchers/find-voucher.ts'

/**
 * Activates the card of a code for the caller (POST /user/profile/giftcards); a second time it is only shown. Without `giftCardOnly` the
 * code may be a promo code. Codes: see the contract.
 */
export const activateCode = async (
  ctx: Context,
  { cardCode, giftCardOnly = false }: { cardCode: string; giftCardOnly?: boolean | undefined }
): Promise<ActivatedCode> => {
  const { userId } = requireUser(ctx)
  const card = await withTransaction(ctx, async (tx) => {
    const activated = await activateCard(tx, cardCode, userId)
    if (activated?.isNew) await notifyOfReceipt(tx, activated.card, userId)
    return activated?.card
  })
  if (card) return { kind: 'giftCard', giftCard: await presentGiftCard(ctx, card) }
  if (giftCardOnly) throw fail('GIFT_CARD_NOT_FOUND', { field: 'cardCode' })
  return voucherOf(ctx, cardCode)
}

const voucherOf = async (ctx: Context, text: string): Promise<ActivatedCode> => {
  const voucher = await findVoucher(ctx, text).catch((cause: unknown) => {
    throw cause instanceof ServiceError ? fail('GIFT_CARD_OR_VOUCHER_NOT_FOUND', { field: 'cardCode' }) : cause
  })
  if (voucher.endsOn < yerevan(ctx.now()).date) throw fail('VOUCHER_EXPIRED', { field: 'cardCode' })
  return { kind: 'voucher', promoCode: voucher.code, name: voucher.title[ctx.locale] }
}
