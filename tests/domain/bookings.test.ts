import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laundryStateOf, SERVICE_STATUS, serviceStatusOf } from '#domain/bookings/booking.ts'
import { priceAt, windowAt, windowsOfDay } from '#domain/bookings/windows.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { instantOf } from '#domain/time/yerevan-time.ts'
import { bookingsAgree, windowsAgree } from './bookings-oracle.ts'

describe('windows in which a courier comes, against a walk through all minutes', () => {
  it('are as many as fit, from each opening on', () => {
    fc.assert(windowsAgree, { numRuns: 150 })
  })

  it('fetch from the notice on, within two weeks, and bring back when the work is done, or within the hours of a faster speed', () => {
    fc.assert(bookingsAgree, { numRuns: 120 })
  })

  it('is found by its beginning; what is no date or time finds none', () => {
    const windows = [{ from: instantOf('2026-11-20', '09:00'), to: instantOf('2026-11-20', '11:00') }]
    expect(windowAt(windows, '2026-11-20', '09:00')).toBe(windows[0])
    for (const [date, time] of [
      ['2026-11-20', '10:00'],
      ['2026-11-20', '9:00'],
      ['2026-02-30', '09:00'],
      ['', '']
    ] as const)
      expect(windowAt(windows, date, time)).toBeUndefined()
    expect(windowsOfDay({ windowMinutes: 60 }, { week: [], exceptions: [] }, 'tomorrow')).toEqual([])
  })
})

describe('prices and statuses', () => {
  it('a price at a speed is whole drams', () => {
    expect(priceAt(90_000, 2)).toBe(180_000)
    expect(priceAt(33_300, 1.5)).toBe(50_000)
    expect(priceAt(90_000, 1)).toBe(90_000)
  })

  it('follow the order once the price is agreed to; an order that was never paid asks again', () => {
    const { UPDATED, IN_PROCESS, CANCELLED, COLLECTING, READY_FOR_DELIVERY, COMPLETELY_DELIVERED } = SERVICE_STATUS
    const at = (status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS], unpaid = false) => serviceStatusOf(UPDATED, { status, unpaid })
    expect(serviceStatusOf(IN_PROCESS, null)).toBe(IN_PROCESS)
    expect(serviceStatusOf(UPDATED, null)).toBe(UPDATED)
    expect(at(ORDER_STATUS.NEW_NOT_PAID)).toBe(UPDATED)
    for (const status of [ORDER_STATUS.OPEN, ORDER_STATUS.PAID, ORDER_STATUS.IN_PROCESS]) expect(at(status)).toBe(COLLECTING)
    expect(at(ORDER_STATUS.READY_FOR_DELIVERY)).toBe(READY_FOR_DELIVERY)
    expect(at(ORDER_STATUS.COMPLETELY_DELIVERED)).toBe(COMPLETELY_DELIVERED)
    expect(at(ORDER_STATUS.CANCELLED)).toBe(CANCELLED)
    expect(at(ORDER_STATUS.CANCELLED, true)).toBe(UPDATED)
    expect(serviceStatusOf(CANCELLED, { status: ORDER_STATUS.CANCELLED, unpaid: true })).toBe(CANCELLED)
  })

  it('of laundry are a view of them', () => {
    expect([1, 1, 2, 3, 4, 5, 6, 7, 8, 0].map((status, index) => laundryStateOf(status as 1, index === 1))).toEqual([
      1, 2, 3, 4, 4, 5, 5, 6, 7, 0
    ])
  })
})
