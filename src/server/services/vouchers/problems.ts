import type { CodeType } from '#contract/codes.ts'
import { formatMoney } from '#domain/money.ts'
import type { VoucherProblem } from '#domain/vouchers/voucher.ts'
import type { Context } from '#server/context.ts'
import type { AppliedVoucher } from '#server/services/baskets/pricing/apply-voucher.ts'
import type { FailureDetails } from '#server/services/core/fail.ts'

export const PROBLEM_CODES = {
  expired: 'VOUCHER_EXPIRED',
  category: 'INVALID_VOUCHER_CATEGORY',
  discounted: 'PROMO_RESTRICTED_DUE_TO_DISCOUNT',
  minimum: 'BELOW_MINIMUM_PURCHASE'
} as const satisfies Record<VoucherProblem, CodeType>

export const problemDetails = ({ locale }: Pick<Context, 'locale'>, { voucher, problem }: AppliedVoucher): FailureDetails =>
  problem === 'minimum'
    ? { field: 'promoCode', vars: { context: 'voucher', minimum: formatMoney(voucher.minimum, locale) } }
    : { field: 'promoCode' }
