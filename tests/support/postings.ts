import type { OrderShares } from '#domain/ledger/order.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'

/** Order 1: two suppliers of different rates, 12.5 % and none. */
export const ORDER: OrderShares = {
  orderId: 1,
  parts: [
    { supplierId: 7, goods: 400_000, packing: 10_000, rate: 1250 },
    { supplierId: 8, goods: 99_999, packing: 0, rate: 0 }
  ],
  delivery: 50_000,
  serviceFee: 15_001,
  tip: 20_000
}

/** What leaves accounts, or what arrives, in the order of their names. */
export const sideOf = ({ entries }: Transfer, leaves: boolean): string =>
  entries
    .filter(({ amount }) => amount < 0n === leaves)
    .map(({ account, amount }) => `${account} ${leaves ? -amount : amount}`)
    .sort()
    .join(', ')
