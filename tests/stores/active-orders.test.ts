import { expect, test } from 'vitest'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { activeOrders } from '#stores/orders/active-orders.ts'

const order = (orderNumber: string, change: Partial<Parameters<typeof activeOrders>[0][number]> = {}) =>
  ({ orderNumber, status: ORDER_STATUS.IN_PROCESS, payment: 'none', trackingStatus: 2, ...change }) as const

test('an order to pay is shown before those under way, and none that is over', () => {
  const list = [
    order('3'),
    order('2', { status: ORDER_STATUS.NEW_NOT_PAID, payment: 'awaiting', trackingStatus: 1 }),
    order('1', { status: ORDER_STATUS.COMPLETELY_DELIVERED, trackingStatus: 4 })
  ]
  expect(activeOrders(list)).toEqual([
    { number: '2', state: 'unpaid' },
    { number: '3', state: 'step2' }
  ])
})
