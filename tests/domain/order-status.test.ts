import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateStatus,
  canCancelOrder,
  canMove,
  isActive,
  isFinal,
  movesAlong,
  nextStatus,
  NOTIFICATION_STATUS,
  ORDER_STATUS,
  ORDER_TRANSITIONS,
  TRACKING_STATUS,
  TRACKING_STEPS,
  trackingOf,
  type OrderStatus
} from '#domain/order-status.ts'

const ALL = Object.values(ORDER_STATUS)
const STARTS: OrderStatus[] = [ORDER_STATUS.OPEN, ORDER_STATUS.NEW_NOT_PAID]
const S = ORDER_STATUS

describe('numbers of the spec', () => {
  it('stand as it gives them', () => {
    expect(ORDER_STATUS).toEqual({
      CANCELLED: -1,
      OPEN: 0,
      IN_PROCESS: 1,
      READY_FOR_DELIVERY: 5,
      COMPLETELY_DELIVERED: 7,
      PAID: 12,
      NEW_NOT_PAID: 17
    })
    expect(TRACKING_STATUS).toEqual({ CANCELED: 0, NEW: 1, PREPARING: 2, EN_ROUTE: 3, DELIVERED: 4 })
    expect(Object.values(NOTIFICATION_STATUS)).toEqual([0, 1, 2, 4, 7, 9, 10])
  })
})

describe('transitions', () => {
  it('every status can be reached from where orders start', () => {
    const reached = new Set<OrderStatus>(STARTS)
    for (const status of reached) for (const next of ORDER_TRANSITIONS[status]) reached.add(next)
    expect([...reached].sort()).toEqual([...ALL].sort())
  })
  it('nothing leads out of delivered and cancelled, and only they are final', () => {
    expect(ALL.filter(isFinal)).toEqual([S.CANCELLED, S.COMPLETELY_DELIVERED])
    for (const from of ALL.filter(isFinal)) for (const to of ALL) expect(canMove(from, to).ok).toBe(false)
    for (const status of ALL) expect(isActive(status)).toBe(!isFinal(status))
  })
  it('every status that is not final leads on to a final one, and no walk goes round', () => {
    const depth = (status: OrderStatus, seen: OrderStatus[] = []): number => {
      expect(seen).not.toContain(status)
      return Math.max(0, ...ORDER_TRANSITIONS[status].map((next) => 1 + depth(next, [...seen, status])))
    }
    for (const status of ALL) expect(depth(status) > 0).toBe(!isFinal(status))
  })
  it('a refusal says why, naming both', () => {
    for (const from of ALL)
      for (const to of ALL) {
        const move = canMove(from, to)
        expect(move.ok).toBe(ORDER_TRANSITIONS[from].includes(to))
        if (!move.ok) expect(move.why).toMatch(/[A-Z_]{4,}/)
      }
    expect(canMove(S.COMPLETELY_DELIVERED, S.CANCELLED)).toEqual({
      ok: false,
      why: 'COMPLETELY_DELIVERED is final, so the order cannot become CANCELLED'
    })
    expect(canMove(S.OPEN, S.OPEN)).toEqual({ ok: false, why: 'the order is already OPEN' })
    expect(canMove(S.IN_PROCESS, S.OPEN)).toEqual({
      ok: false,
      why: 'an order that is IN_PROCESS cannot become OPEN, only READY_FOR_DELIVERY, CANCELLED'
    })
  })
  it('whatever is not delivered is cancelled, by its buyer only what nobody has begun', () => {
    expect(ALL.filter((from) => canMove(from, S.CANCELLED).ok)).toEqual(ALL.filter(isActive))
    expect(ALL.filter((status) => canCancelOrder([status]))).toEqual([S.OPEN, S.PAID, S.NEW_NOT_PAID])
  })
})

describe('tracking', () => {
  it('walks the four steps, never back', () => {
    for (const start of [S.OPEN, S.PAID] as const) {
      const walked: number[] = [trackingOf(start)]
      for (let status = nextStatus(start); status !== null; status = nextStatus(status)) walked.push(trackingOf(status))
      expect(walked).toEqual([...TRACKING_STEPS])
    }
    for (const from of ALL)
      for (const to of ORDER_TRANSITIONS[from].filter((each) => each !== S.CANCELLED))
        expect(trackingOf(to)).toBeGreaterThanOrEqual(trackingOf(from))
  })
  it('an autopilot only makes allowed moves, and waits for payment', () => {
    for (const status of ALL) {
      const next = nextStatus(status)
      if (next !== null) expect(canMove(status, next)).toEqual({ ok: true })
    }
    expect(nextStatus(S.NEW_NOT_PAID)).toBeNull()
    expect(trackingOf(S.CANCELLED)).toBe(TRACKING_STATUS.CANCELED)
  })
})

describe('an order of several parts', () => {
  const parts = fc.array(fc.constantFrom(...ALL), { minLength: 1, maxLength: 5 })
  it('is where its least advanced part is, cancelled ones aside', () => {
    expect(aggregateStatus([S.COMPLETELY_DELIVERED, S.IN_PROCESS, S.READY_FOR_DELIVERY])).toBe(S.IN_PROCESS)
    expect(aggregateStatus([S.CANCELLED, S.COMPLETELY_DELIVERED])).toBe(S.COMPLETELY_DELIVERED)
    expect(aggregateStatus([S.CANCELLED, S.CANCELLED])).toBe(S.CANCELLED)
    expect(aggregateStatus([S.PAID])).toBe(S.PAID)
    expect(() => aggregateStatus([])).toThrow(RangeError)
  })
  it('does not depend on the order of parts, is one of them, and never shows more than any of them', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const whole = aggregateStatus(all)
        expect(aggregateStatus([...all].reverse())).toBe(whole)
        expect(all).toContain(whole)
        for (const part of all) if (part !== S.CANCELLED) expect(trackingOf(whole)).toBeLessThanOrEqual(trackingOf(part))
      })
    )
  })
  it('is cancelled as a whole while nobody has begun any of it', () => {
    expect(canCancelOrder([S.OPEN, S.OPEN])).toBe(true)
    expect(canCancelOrder([S.CANCELLED, S.PAID])).toBe(true)
    expect(canCancelOrder([S.OPEN, S.IN_PROCESS])).toBe(false)
    expect(canCancelOrder([S.CANCELLED, S.CANCELLED])).toBe(false)
    // What was booked is done by the time it is ordered.
    expect(ALL.filter((status) => canCancelOrder([status], true))).toEqual([S.NEW_NOT_PAID])
  })
  it('takes along what is behind, leaves what is further or cancelled, and cancels all or nothing', () => {
    expect(movesAlong(S.OPEN, S.IN_PROCESS)).toBe(true)
    expect(movesAlong(S.READY_FOR_DELIVERY, S.IN_PROCESS)).toBe(false)
    expect(movesAlong(S.CANCELLED, S.IN_PROCESS)).toBe(false)
    expect(movesAlong(S.IN_PROCESS, S.CANCELLED)).toBe(true)
    expect(movesAlong(S.CANCELLED, S.CANCELLED)).toBe(false)
  })
  it('moves on to exactly where it was going when its parts that are behind move', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const from = aggregateStatus(all)
        const to = nextStatus(from)
        if (to === null) return
        // Unpaid parts stand beside no others: an order waits for its money as a whole.
        if (new Set(all.filter((one) => one === S.OPEN || one === S.PAID)).size > 1) return
        const after = aggregateStatus(all.map((one) => (movesAlong(one, to) ? to : one)))
        expect(after).toBe(to)
      })
    )
  })
})
