import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedAmount } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import {
  canMovePayment,
  canMoveTender,
  isFunded,
  OPEN_PAYMENT_STATES,
  PAYMENT_TRANSITIONS,
  paymentOf,
  TENDER_TRANSITIONS,
  type PayableOrder,
  type PaymentState,
  type TenderState
} from '#domain/payment.ts'

const PAYMENTS = Object.keys(PAYMENT_TRANSITIONS) as PaymentState[]
const TENDERS = Object.keys(TENDER_TRANSITIONS) as TenderState[]

const reachedFrom = <S extends string>(start: S, table: Record<S, readonly S[]>): Set<S> => {
  const reached = new Set<S>([start])
  for (const state of reached) for (const next of table[state]) reached.add(next)
  return reached
}

describe('a payment', () => {
  it('reaches every state from created', () => {
    expect([...reachedFrom<PaymentState>('created', PAYMENT_TRANSITIONS)].sort()).toEqual([...PAYMENTS].sort())
  })
  it('that is captured only goes back, and what went back stays so', () => {
    expect([...reachedFrom<PaymentState>('captured', PAYMENT_TRANSITIONS)]).toEqual(['captured', 'refunding', 'refunded'])
    for (const to of PAYMENTS) expect(canMovePayment('refunded', to)).toBe(false)
  })
  it('may succeed late, after it was declined or given up, and never before the buyer was sent', () => {
    expect(PAYMENTS.filter((from) => canMovePayment(from, 'captured'))).toEqual([
      'registered',
      'processing',
      'declined',
      'expired',
      'refunding'
    ])
  })
  it('never comes to be open again', () => {
    const open: readonly PaymentState[] = OPEN_PAYMENT_STATES
    for (const from of PAYMENTS.filter((state) => !open.includes(state)))
      for (const to of open) expect(canMovePayment(from, to), `${from} to ${to}`).toBe(false)
  })
})

describe('a tender', () => {
  it('is captured or released once, and refunded only after it was captured', () => {
    const allowed = TENDERS.flatMap((from) => TENDERS.filter((to) => canMoveTender(from, to)).map((to) => `${from} ${to}`))
    expect(allowed).toEqual(['held captured', 'held released', 'captured refunded'])
  })
})

describe('an order', () => {
  it('is funded by what is captured and by what is paid at the door, up to its total', () => {
    const card = { amount: 600, state: 'captured', waits: true } as const
    const cash = { amount: 400, state: 'held', waits: false } as const
    expect(isFunded(1000, [card, cash])).toBe(true)
    expect(isFunded(1001, [card, cash])).toBe(false)
    expect(isFunded(1000, [{ ...card, state: 'held' }, cash])).toBe(false)
    expect(isFunded(1000, [card, { ...cash, state: 'released' }])).toBe(false)
    expect(isFunded(1000, [{ ...card, state: 'refunded' }, cash])).toBe(false)
    expect(isFunded(1, [])).toBe(false)
  })
  it('is funded in whatever shares its total is captured', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(shares, (amounts) => {
        const tenders = amounts.map((amount) => ({ amount, state: 'captured', waits: true }) as const)
        const total = amounts.reduce((sum, amount) => sum + amount, 0)
        expect(isFunded(total, tenders)).toBe(true)
        expect(isFunded(total + 1, tenders)).toBe(false)
      })
    )
  })
})

describe('what is said of the payment of an order', () => {
  const said = (change: Partial<PayableOrder>): string =>
    paymentOf({ status: ORDER_STATUS.COMPLETELY_DELIVERED, paidAt: null, refundedAt: null, refundedAmount: 0, ...change })
  const at = new Date(0)
  it('names what went back, also of an order that is delivered, and paid at the door', () => {
    expect(said({})).toBe('none')
    expect(said({ paidAt: at })).toBe('paid')
    expect(said({ paidAt: at, refundedAmount: 1 })).toBe('partlyRefunded')
    expect(said({ refundedAmount: 1 })).toBe('partlyRefunded')
    expect(said({ paidAt: at, refundedAt: at, refundedAmount: 5 })).toBe('refunded')
    expect(said({ paidAt: at, refundedAmount: 1, status: ORDER_STATUS.CANCELLED })).toBe('processing')
    expect(said({ status: ORDER_STATUS.NEW_NOT_PAID, refundedAmount: 1 })).toBe('awaiting')
  })
})

describe('an amount', () => {
  it('that is stored is whole and exact', () => {
    expect(checkedAmount(5_000_000_000)).toBe(5_000_000_000)
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => checkedAmount(wrong)).toThrow(RangeError)
  })
})
