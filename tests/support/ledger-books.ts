import {
  isNeverBelowZero,
  payoutPending,
  points,
  receivable,
  refundPending,
  wallet,
  giftCard,
  type Account
} from '#domain/ledger/accounts.ts'
import { giftCardsSold, orderDelivered, orderFunded, orderRaised, tipGiven, totalOf, type OrderShares } from '#domain/ledger/order.ts'
import * as own from '#domain/ledger/own-money.ts'
import * as received from '#domain/ledger/received.ts'
import * as refunds from '#domain/ledger/refunds.ts'
import { sumOf, type Side, type Transfer, type TransferKind } from '#domain/ledger/transfer.ts'
import { createRandom } from '#tests/load/random.ts'

/** A ledger in memory, by the rules of the one in the database: a cause once, nothing owed below zero. */
const openBooks = () => {
  const balances = new Map<Account, bigint>()
  const causes = new Set<string>()
  return {
    balances,
    causes,
    post: ({ cause, entries }: Transfer): 'posted' | 'repeated' | 'refused' => {
      if (causes.has(cause)) return 'repeated'
      const after = entries.map(({ account, amount }) => [account, (balances.get(account) ?? 0n) + amount] as const)
      if (after.some(([account, balance]) => balance < 0n && isNeverBelowZero(account))) return 'refused'
      causes.add(cause)
      for (const [account, balance] of after) balances.set(account, balance)
      return 'posted'
    }
  }
}

interface Sold {
  order: OrderShares
  provider: string
  back: number
}

export interface OperationsResult {
  transfers: number
  repeated: number
  refused: number
  /** Causes that moved money twice, transfers that are not zero. */
  doubled: number
  unbalanced: number
  /** Of all accounts. */
  sum: bigint
  belowZero: Account[]
  kinds: ReadonlySet<TransferKind>
}

const PEOPLE = 500
const SUPPLIERS = 60
const OPEN_ORDERS = 400
const PROVIDERS = ['arca', 'ameria', 'idram', 'telcell']

/** Posts `count` random events of a market: repeated, out of turn and for more than there is among them. */
export const runOperations = (count: number, seed: number): OperationsResult => {
  const random = createRandom(seed)
  const upTo = (limit: number): number => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  const books = openBooks()
  const result: OperationsResult = {
    transfers: 0,
    repeated: 0,
    refused: 0,
    doubled: 0,
    unbalanced: 0,
    sum: 0n,
    belowZero: [],
    kinds: new Set()
  }
  const kinds = new Set<TransferKind>()
  let serial = 0
  const next = (): number => (serial += 1)
  const sold: Sold[] = []
  let last: Transfer | null = null

  const post = (transfer: Transfer): boolean => {
    last = transfer
    const before = books.causes.size
    const outcome = books.post(transfer)
    if (sumOf(transfer.entries) !== 0n) result.unbalanced += 1
    if (outcome === 'posted') {
      kinds.add(transfer.kind)
      result.transfers += 1
      if (books.causes.size !== before + 1) result.doubled += 1
    } else result[outcome] += 1
    return outcome === 'posted'
  }
  const balance = (account: Account): number => Number(books.balances.get(account) ?? 0n)
  const makeOrder = (): OrderShares => ({
    orderId: next(),
    parts: Array.from({ length: 1 + upTo(3) }, () => ({
      supplierId: upTo(SUPPLIERS),
      goods: upTo(2_000_000),
      packing: upTo(3) * 10_000,
      rate: upTo(3_000)
    })),
    delivery: upTo(2) * 50_000,
    serviceFee: upTo(60_000),
    tip: upTo(3) * 10_000
  })

  /** Pays an order by some tenders; ends with external money, so that all of it is there. */
  const sell = (): void => {
    const order = makeOrder()
    const { orderId } = order
    let left = totalOf(order)
    const user = upTo(PEOPLE)
    for (const account of [points(user), wallet(user)]) {
      const amount = Math.min(left, upTo(balance(account) + 50))
      // Now and then more is spent than there is, which is refused.
      if (amount > 0 && random() < 0.5 && post(received.ownSpent(next(), orderId, [account, amount]))) left -= amount
    }
    const voucher = random() < 0.2 ? Math.min(left, upTo(50_000)) : 0
    if (voucher > 0) {
      post(received.voucherFunded(orderId, voucher))
      left -= voucher
    }
    const provider = oneOf(PROVIDERS)
    const way = random()
    if (way < 0.5) post(received.paymentCaptured({ paymentId: next(), orderId, provider, amount: left }))
    else if (way < 0.8)
      post(
        received.doorReceived({
          tenderId: next(),
          orderId,
          amount: left,
          money: random() < 0.5 ? 'cash' : 'terminal',
          courier: `${upTo(9)}`
        })
      )
    else post(received.bankReceived({ cause: `bank:${next()}`, orderId, amount: left + upTo(2) * 500, due: left }))
    if (random() < 0.1) {
      post(refunds.receivableRefunded(next(), orderId, [[refundPending(provider), balance(receivable(orderId))]]))
      return
    }
    post(orderFunded(order))
    if (sold.length < OPEN_ORDERS) sold.push({ order, provider, back: 0 })
    else sold[upTo(OPEN_ORDERS)] = { order, provider, back: 0 }
  }

  const refundLine = (): void => {
    const one = sold.at(upTo(sold.length))
    const part = one?.order.parts[0]
    if (!one || !part || one.back >= part.goods) return
    const now = Math.min(part.goods - one.back, 1 + upTo(300_000))
    const refundId = next()
    const user = upTo(PEOPLE)
    const to = oneOf<Account>([refundPending(one.provider), points(user), wallet(user), payoutPending(user)])
    const back = { parts: [{ ...part, goods: { whole: part.goods, before: one.back, now }, packing: 0 }], delivery: 0, serviceFee: 0 }
    if (!post(refunds.orderRefunded(refundId, back, [[to, now]]))) return
    one.back += now
    if (to.startsWith('refund:')) post(refunds.refundSent(refundId, one.provider, now))
  }

  const endUnpaid = (): void => {
    const [orderId, account] = [next(), wallet(upTo(PEOPLE))]
    const [amount, tenderId] = [upTo(balance(account)), next()]
    if (post(received.ownSpent(tenderId, orderId, [account, amount])))
      post(received.ownReturned(`tender:${tenderId}:returned`, orderId, [account, amount]))
    post(received.voucherFunded(orderId, 900))
    post(received.voucherReturned(orderId, 900))
  }

  const raise = (): void => {
    const one = sold.at(upTo(sold.length))
    if (!one) return
    const added: OrderShares = { orderId: one.order.orderId, parts: [], delivery: 0, serviceFee: 0, tip: 500 }
    post(received.paymentCaptured({ paymentId: next(), orderId: added.orderId, provider: one.provider, amount: 500 }))
    post(orderRaised(`order:${added.orderId}:tip:${next()}`, added))
  }

  const deliver = (): void => {
    const one = sold.at(upTo(sold.length))
    if (one) post(orderDelivered(one.order.orderId, `${upTo(9)}`, one.order.tip ?? 0))
    const [tip, amount] = [next(), upTo(2_000)]
    post(received.paymentCaptured({ paymentId: next(), orderId: tip, provider: 'arca', amount }))
    post(tipGiven(tip, `${upTo(9)}`, amount))
  }

  const sellCard = (): void => {
    const [orderId, cardId, faceValue] = [next(), next(), 100_000]
    post(received.paymentCaptured({ paymentId: next(), orderId, provider: 'arca', amount: 95_000 }))
    post(giftCardsSold({ orderId, cards: [{ cardId, faceValue }], discount: 10_000, box: { supplierId: 1, price: 5_000 } }))
    const spent = upTo(120_000)
    post(received.ownSpent(next(), next(), [giftCard(cardId), spent]))
    post(own.giftCardExpired(`gift-card-entry:${next()}:expired`, cardId, balance(giftCard(cardId))))
    const brought = { cardId: next(), supplierId: upTo(SUPPLIERS), value: faceValue, commission: upTo(3_000) }
    post(own.physicalCardSold(brought))
    if (random() < 0.5) post(received.ownSpent(next(), next(), [giftCard(brought.cardId), upTo(faceValue)]))
    // What was spent of is refused.
    post(own.physicalCardWithdrawn(brought))
  }

  const personal = (): void => {
    const user = upTo(PEOPLE)
    const has = balance(points(user))
    const amount = upTo(100_000)
    oneOf([
      () => post(own.pointsEarned(`points:${next()}`, user, amount)),
      () => post(own.giftCardIssued(next(), amount)),
      () => post(own.goodwill(`goodwill:${next()}`, user, amount)),
      () => post(own.pointsLost(`lost:${next()}`, user, amount, has)),
      () => post(own.pointsWithdrawn(`withdrawal:${next()}`, user, amount)),
      () => post(own.walletToppedUp(`top-up:${next()}`, user, amount)),
      () => post(own.walletEmptied(`emptied:${next()}`, user, balance(wallet(user)))),
      () => post(refunds.payoutAsPoints(next(), user, balance(payoutPending(user)))),
      () => post(refunds.payoutToWallet(next(), user, balance(payoutPending(user)))),
      () => post(refunds.paidOut(`payout:${next()}`, [payoutPending(user), upTo(2 * balance(payoutPending(user)))]))
    ])()
  }

  const settle = (): void => {
    const provider = oneOf(PROVIDERS)
    const where = random() < 0.5 ? ({ provider } as const) : ('bank' as const)
    const cause = `unmatched:${next()}`
    const to: Side[] = [[wallet(upTo(PEOPLE)), 900]]
    post(refunds.settled(`settled:${next()}`, { provider }, upTo(1_000_000)))
    post(received.moneyUnmatched(cause, where, 900))
    post(received.moneyMatched(`${cause}:matched`, where === 'bank' ? 'bank' : provider, to))
    post(own.providerFee(`fee:${next()}`, provider, upTo(500)))
    post(own.writtenOff(`written-off:${next()}`, next(), 0))
  }

  const EVENTS = [sell, sell, sell, refundLine, deliver, personal, personal, sellCard, endUnpaid, raise, settle]
  while (result.transfers + result.repeated + result.refused < count) {
    if (last && random() < 0.05) post(last)
    else oneOf(EVENTS)()
  }
  for (const [account, amount] of books.balances) {
    result.sum += amount
    if (amount < 0n && isNeverBelowZero(account)) result.belowZero.push(account)
  }
  return { ...result, kinds }
}
