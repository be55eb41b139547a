import type { ActivatedCode } from '#contract/gift-cards/calls.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'
import { activateCard } from '#server/services/gift-cards/activate.ts'
import { presentGiftCard } from '#server/services/gift-cards/list.ts'
import { findVoucher } from './find-voucher.ts'

/**
 * Activates the card of a code for the caller (POST /user/profile/giftcards); a second time it is only shown. Without `giftCardOnly` the
 * code may be a promo code. Codes: see the contract.
 */
export const activateCode = async (
  ctx: Context,
  { cardCode, giftCardOnly = false }: { cardCode: string; giftCardOnly?: boolean | undefined }
): Promise<ActivatedCode> => {
  const { userId } = requireUser(ctx)
  const card = await activateCard(ctx, cardCode, userId)
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
