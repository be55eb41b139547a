import * as v from 'valibot'
import { WALLET_TYPE, type WalletType } from '#domain/rewards/wallet-entry.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { accountNumber, isAccountNumber, MIN_WITHDRAWAL } from '#domain/rewards/withdrawal.ts'
import { TOP_UP_BOUNDS } from '#domain/rewards/corporate-wallet.ts'
import { flag, id, MAX_INTEGER, skip, take, wholeNumber, type SchemasOf } from '#contract/fields.ts'
import type * as wallet from './calls.ts'

const MAX_AT_ONCE = 100
const walletType = v.optional(
  v.pipe(
    wholeNumber,
    v.picklist(Object.values(WALLET_TYPE)),
    v.transform((value): WalletType => value)
  ),
  WALLET_TYPE.PERSONAL
)

export const walletSchemas = {
  wallets: { query: v.object({ fromAlloed: v.optional(flag) }) },
  topup: { body: v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(TOP_UP_BOUNDS.min), v.maxValue(TOP_UP_BOUNDS.max)) }) },
  orderBonus: { query: v.object({ orderId: id }) },
  withdraw: {
    body: v.object({
      points: v.pipe(v.number(), v.integer(), v.minValue(MIN_WITHDRAWAL), v.maxValue(MAX_INTEGER)),
      account: v.pipe(v.string(), v.transform(accountNumber), v.check(isAccountNumber))
    })
  },
  history: { query: v.object({ skip, take: take(PAGE.walletHistory, MAX_AT_ONCE), walletType }) }
} satisfies SchemasOf<typeof wallet>
