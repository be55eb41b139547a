import type { ItemModus } from '#domain/enums.ts'
import type { VoucherProblem } from '#domain/vouchers/voucher.ts'

/** The voucher of a basket as a line; `problem`: why it takes off nothing now. */
export interface VoucherLine {
  modus: ItemModus
  code: string
  name: string
  totalPrice: number
  problem: VoucherProblem | null
  /** Goods that it is for, at least. */
  minimum: number
}

/** What a supplier takes for bags and boxes, as a line (modus PACKING_COST). */
export interface PackingLine {
  modus: ItemModus
  name: string
  totalPrice: number
}

/** Why a voucher is refused. */
export const VOUCHER_CODES = [
  'VOUCHER_NOT_FOUND',
  'VOUCHER_EXPIRED',
  'VOUCHER_USED',
  'VOUCHER_NOT_ALLOWED',
  'ONE_VOUCHER_AT_A_TIME',
  'INVALID_VOUCHER_CATEGORY',
  'PROMO_RESTRICTED_DUE_TO_DISCOUNT',
  'PROMO_ALREADY_USED',
  'BELOW_MINIMUM_PURCHASE'
] as const
