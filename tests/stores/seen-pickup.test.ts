import { beforeEach, expect, test } from 'vitest'
import { $session } from '#stores/auth/session.ts'
import { $seenPickup, savePickup } from '#stores/orders/seen-pickup.ts'

const person = (id: number): void => void $session.set({ state: 'user', user: { id } } as never)
const pickup = (code: string) => ({ code, qr: { size: 21, path: 'M0 0' } })
const seen = (): [string, string][] => $seenPickup.get().orders.map(({ number, pickup: { code } }) => [number, code])

beforeEach(() => {
  $seenPickup.set({ version: 2, orders: [] })
  person(1)
})

test('the codes of several orders are kept, the newest first, each with its newest code', () => {
  savePickup('100001', pickup('1111'))
  savePickup('100002', pickup('2222'))
  savePickup('100001', pickup('3333'))
  expect(seen()).toEqual([
    ['100001', '3333'],
    ['100002', '2222']
  ])
  for (let number = 100_003; number < 100_010; number += 1) savePickup(String(number), pickup('4444'))
  expect(seen().map(([number]) => number)).toEqual(['100009', '100008', '100007', '100006', '100005'])
})

test('nothing of another person stays, and a guest keeps nothing', () => {
  savePickup('100001', pickup('1111'))
  person(2)
  savePickup('100002', pickup('2222'))
  expect(seen()).toEqual([['100002', '2222']])
  $session.set({ state: 'guest' })
  savePickup('100003', pickup('3333'))
  expect(seen()).toEqual([['100002', '2222']])
})
