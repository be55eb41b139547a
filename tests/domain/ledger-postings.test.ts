import { describe, expect, it } from 'vitest'
import { payoutPending, points, refundPending, wallet } from '#domain/ledger/accounts.ts'
import { giftCardsSold, orderDelivered, orderFunded, orderRaised, tipGiven } from '#domain/ledger/order.ts'
import * as own from '#domain/ledger/own-money.ts'
import * as received from '#domain/ledger/received.ts'
import * as refunds from '#domain/ledger/refunds.ts'
import { sumOf, TRANSFER_KINDS, type Transfer } from '#domain/ledger/transfer.ts'
import { ORDER, sideOf } from '#tests/support/postings.ts'

const back = (goods: { before: number; now: number }, rest: Partial<refunds.OrderBack> = {}): refunds.OrderBack => ({
  parts: [{ supplierId: 7, rate: 1250, goods: { whole: 400_000, ...goods }, packing: 0 }],
  delivery: 0,
  serviceFee: 0,
  ...rest
})

/** The table of postings: the event, what leaves, what arrives. */
const POSTINGS: [string, Transfer, string, string][] = [
  [
    'external payment captured',
    received.paymentCaptured({ paymentId: 17, orderId: 1, provider: 'arca', amount: 595_000 }),
    'clearing:arca 595000',
    'receivable:order:1 595000'
  ],
  [
    'cash at the door',
    received.doorReceived({ tenderId: 3, orderId: 1, amount: 595_000, money: 'cash', courier: '12' }),
    'cash:courier:12 595000',
    'receivable:order:1 595000'
  ],
  [
    'cash of a courier without a name',
    received.doorReceived({ tenderId: 3, orderId: 1, amount: 5, money: 'cash' }),
    'cash:courier:any 5',
    'receivable:order:1 5'
  ],
  [
    'a terminal at the door',
    received.doorReceived({ tenderId: 3, orderId: 1, amount: 595_000, money: 'terminal' }),
    'clearing:pos 595000',
    'receivable:order:1 595000'
  ],
  [
    'bank transfer received, too much',
    received.bankReceived({ cause: 'bank:1', orderId: 1, amount: 600, due: 500 }),
    'bank 600',
    'receivable:order:1 500, suspense:bank 100'
  ],
  [
    'bank transfer received, too little',
    received.bankReceived({ cause: 'bank:2', orderId: 1, amount: 400, due: 500 }),
    'bank 400',
    'receivable:order:1 400'
  ],
  ['points spent', received.ownSpent(4, 1, [points(2), 300]), 'liability:points:2 300', 'receivable:order:1 300'],
  [
    'points come back',
    received.ownReturned('wallet-entry:4:returned', 1, [points(2), 300]),
    'receivable:order:1 300',
    'liability:points:2 300'
  ],
  ['wallet spent', received.ownSpent(5, 1, [wallet(2), 300]), 'liability:wallet:2 300', 'receivable:order:1 300'],
  ['gift card spent', received.ownSpent(6, 1, ['liability:gift-card:9', 300]), 'liability:gift-card:9 300', 'receivable:order:1 300'],
  ['voucher funded by the market', received.voucherFunded(1, 100), 'cost:vouchers 100', 'receivable:order:1 100'],
  ['voucher of an order that ended unpaid', received.voucherReturned(1, 100), 'receivable:order:1 100', 'cost:vouchers 100'],
  [
    'order funded',
    orderFunded(ORDER),
    'receivable:order:1 595000',
    'payable:supplier:7 360000, payable:supplier:8 99999, payable:tips:1 20000, revenue:commission 50000, revenue:delivery 50000, revenue:service-fee 15001'
  ],
  ['tip given after the delivery', tipGiven(2, 'any', 50_000), 'receivable:order:2 50000', 'payable:courier:any 50000'],
  ['order delivered', orderDelivered(1, '12', 20_000), 'payable:tips:1 20000', 'payable:courier:12 20000'],
  [
    'gift card sold at a discount, in a box',
    giftCardsSold({ orderId: 1, cards: [{ cardId: 9, faceValue: 1_000 }], discount: 100, box: { supplierId: 7, price: 50 } }),
    'cost:vouchers 100, receivable:order:1 950',
    'liability:gift-card:9 1000, payable:supplier:7 50'
  ],
  [
    'price raised after agreement',
    orderRaised('order:1:raised:1', {
      orderId: 1,
      parts: [{ supplierId: 7, goods: 1_000, packing: 0, rate: 1250 }],
      delivery: 0,
      serviceFee: 0
    }),
    'receivable:order:1 1000',
    'payable:supplier:7 875, revenue:commission 125'
  ],
  [
    'a later tip',
    orderRaised('order:1:tip:1', { orderId: 1, parts: [], delivery: 0, serviceFee: 0, tip: 500 }),
    'receivable:order:1 500',
    'payable:tips:1 500'
  ],
  [
    'a line refunded to the provider',
    refunds.orderRefunded(4, back({ before: 0, now: 100_000 }), [[refundPending('arca'), 100_000]]),
    'payable:supplier:7 87500, revenue:commission 12500',
    'refund:pending:arca 100000'
  ],
  [
    'all goods, packing, delivery and fee refunded, to every kind of tender',
    refunds.orderRefunded(5, { ...back({ before: 0, now: 400_000 }), delivery: 50_000, serviceFee: 15_001 }, [
      [refundPending('arca'), 300_000],
      [points(2), 100_000],
      ['liability:gift-card:9', 40_000],
      [wallet(2), 10_000],
      [payoutPending(2), 15_001]
    ]),
    'payable:supplier:7 350000, revenue:commission 50000, revenue:delivery 50000, revenue:service-fee 15001',
    'liability:gift-card:9 40000, liability:points:2 100000, liability:wallet:2 10000, payout:pending:2 15001, refund:pending:arca 300000'
  ],
  [
    'a line paid partly by the market’s voucher',
    refunds.orderRefunded(6, back({ before: 0, now: 100_000 }), [
      [refundPending('arca'), 90_000],
      ['cost:vouchers', 10_000]
    ]),
    'payable:supplier:7 87500, revenue:commission 12500',
    'cost:vouchers 10000, refund:pending:arca 90000'
  ],
  [
    'an unused gift card, sold at a discount',
    refunds.orderRefunded(7, { parts: [], delivery: 0, serviceFee: 0, giftCards: [{ cardId: 9, amount: 1_000 }] }, [
      [refundPending('arca'), 900],
      ['cost:vouchers', 100]
    ]),
    'liability:gift-card:9 1000',
    'cost:vouchers 100, refund:pending:arca 900'
  ],
  [
    'paid, but expired, cancelled, excluded, or more than the new total',
    refunds.receivableRefunded(8, 1, [[refundPending('arca'), 595_000]]),
    'receivable:order:1 595000',
    'refund:pending:arca 595000'
  ],
  [
    'money of a provider without an order',
    received.moneyUnmatched('arca:1', { provider: 'arca' }, 9),
    'clearing:arca 9',
    'suspense:arca 9'
  ],
  ['money of the bank without an order', received.moneyUnmatched('bank:3', 'bank', 9), 'bank 9', 'suspense:bank 9'],
  [
    'such money is cleared',
    received.moneyMatched('bank:3:matched', 'bank', [
      [wallet(2), 4],
      [payoutPending(2), 5]
    ]),
    'suspense:bank 9',
    'liability:wallet:2 4, payout:pending:2 5'
  ],
  [
    'such money goes back',
    received.moneyMatched('arca:1:back', 'arca', [[refundPending('arca'), 9]]),
    'suspense:arca 9',
    'refund:pending:arca 9'
  ],
  ['refund sent', refunds.refundSent(4, 'arca', 100_000), 'refund:pending:arca 100000', 'clearing:arca 100000'],
  ['a provider settles', refunds.settled('settled:1', { provider: 'arca' }, 9), 'bank 9', 'clearing:arca 9'],
  ['the terminals’ acquirer settles', refunds.settled('settled:2', { money: 'terminal', courier: '12' }, 9), 'bank 9', 'clearing:pos 9'],
  ['a courier hands over', refunds.settled('settled:3', { money: 'cash', courier: '12' }, 9), 'bank 9', 'cash:courier:12 9'],
  ['a person is paid out', refunds.paidOut('payout:1', [payoutPending(2), 9]), 'payout:pending:2 9', 'bank 9'],
  ['a company puts it into its wallet', refunds.payoutToWallet(1, 2, 9), 'payout:pending:2 9', 'liability:wallet:2 9'],
  ['a person takes points instead of a payout', refunds.payoutAsPoints(1, 2, 9), 'payout:pending:2 9', 'liability:points:2 9'],
  ['tax is paid', refunds.paidOut('payout:2', ['tax:withheld', 9]), 'tax:withheld 9', 'bank 9'],
  ['a supplier is paid', refunds.paidOut('payout:3', ['payable:supplier:7', 9]), 'payable:supplier:7 9', 'bank 9'],
  ['a courier is paid', refunds.paidOut('payout:4', ['payable:courier:12', 9]), 'payable:courier:12 9', 'bank 9'],
  ['points earned', own.pointsEarned('order:1:points', 2, 300), 'cost:points 300', 'liability:points:2 300'],
  ['points expired', own.pointsLost('lot:1:expired', 2, 300, 300), 'liability:points:2 300', 'cost:points 300'],
  [
    'points taken back of which some are spent',
    own.pointsLost('refund:4:points', 2, 300, 100),
    'liability:points:2 100',
    'cost:points 100'
  ],
  [
    'withdrawal of 1,000 points',
    own.pointsWithdrawn('withdrawal:1', 2, 100_000),
    'liability:points:2 100000',
    'payout:pending:2 80000, tax:withheld 20000'
  ],
  ['gift card issued', own.giftCardIssued(9, 70), 'cost:goodwill 70', 'liability:gift-card:9 70'],
  [
    'a physical gift card handed over',
    own.physicalCardSold({ cardId: 9, supplierId: 7, value: 1_000, commission: 30 }),
    'payable:supplier:7 970, revenue:commission 30',
    'liability:gift-card:9 1000'
  ],
  [
    'its line refunded while nobody has used it',
    own.physicalCardWithdrawn({ cardId: 9, supplierId: 7, value: 1_000, commission: 30 }),
    'liability:gift-card:9 1000',
    'payable:supplier:7 970, revenue:commission 30'
  ],
  ['gift card expired', own.giftCardExpired('gift-card-entry:4:expired', 9, 70), 'liability:gift-card:9 70', 'revenue:breakage 70'],
  ['corporate wallet topped up', own.walletToppedUp('wallet-entry:4:topped-up', 2, 600), 'bank 600', 'liability:wallet:2 600'],
  ['corporate wallet paid back', own.walletEmptied('wallet-entry:5:emptied', 2, 70), 'liability:wallet:2 70', 'bank 70'],
  ['goodwill', own.goodwill('complaint:1', 2, 70), 'cost:goodwill 70', 'liability:points:2 70'],
  ['write-off', own.writtenOff('order:1:written-off', 1, 70), 'cost:write-off 70', 'receivable:order:1 70'],
  ['a provider’s fee', own.providerFee('fee:1', 'arca', 70), 'cost:provider-fees 70', 'clearing:arca 70']
]

describe('the table of postings', () => {
  it.each(POSTINGS)('%s', (_event, posted, from, to) => {
    expect([sideOf(posted, true), sideOf(posted, false)]).toEqual([from, to])
    expect(sumOf(posted.entries)).toBe(0n)
  })
  it('has every kind of transfer, each cause once', () => {
    expect(new Set(POSTINGS.map(([, { kind }]) => kind))).toEqual(new Set(TRANSFER_KINDS))
  })
})
