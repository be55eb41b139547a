import { beforeEach, expect, test } from 'vitest'
import type { Admission } from '#contract/admissions/calls.ts'
import { $session } from '#stores/auth/session.ts'
import { $seenTickets, saveAllTickets, saveTickets } from '#stores/orders/seen-tickets.ts'

const person = (id: number): void => void $session.set({ state: 'user', user: { id } } as never)
const ticket = (number: string, rest: Partial<Admission> = {}): Admission => ({
  ...{ id: 1, number, state: 'valid', name: 'Anush', options: ['Stalls'], orderNumber: '100001' },
  ...{ supplier: { name: 'Shogh', alias: 'shogh' }, place: { address: 'Tamanyan 3', lat: 0, lng: 0, phone: '' } },
  ...{
    admissionAt: null,
    movedFrom: null,
    expiresAt: '2027-01-01T12:00:00+04:00',
    usedAt: null,
    returnableUntil: '2027-01-01T12:00:00+04:00'
  },
  qr: { size: 21, path: 'M0 0' },
  ...rest
})
const seen = () => $seenTickets.get().orders.map(({ number, tickets }) => [number, tickets.map((one) => one.number)])

beforeEach(() => {
  $seenTickets.set({ version: 1, orders: [] })
  person(1)
})

test('the tickets of several orders are kept, the newest first; what was used is left out, and an order of nothing else goes', () => {
  saveTickets('100001', [ticket('AAAA'), ticket('BBBB')])
  saveTickets('100002', [ticket('CCCC', { admissionAt: '2026-12-27T12:00:00+04:00' })])
  expect($seenTickets.get().orders[1]?.tickets[0]).toMatchObject({ name: 'Anush, Stalls', admissionAt: '', address: 'Tamanyan 3' })
  saveTickets('100001', [ticket('AAAA', { state: 'used', qr: null }), ticket('BBBB')])
  expect(seen()).toEqual([
    ['100001', ['BBBB']],
    ['100002', ['CCCC']]
  ])
  saveTickets('100002', [ticket('CCCC', { state: 'expired', qr: null })])
  expect(seen()).toEqual([['100001', ['BBBB']]])
  for (let number = 100_003; number < 100_010; number += 1) saveTickets(String(number), [ticket('DDDD')])
  expect(seen().map(([number]) => number)).toEqual(['100009', '100008', '100007', '100006', '100005'])
})

test('all tickets of a person take the place of what was kept, the next one first', () => {
  saveTickets('100009', [ticket('DDDD')])
  const of = (orderNumber: string, number: string, rest: Partial<Admission> = {}) => ticket(number, { orderNumber, ...rest })
  saveAllTickets([
    of('100002', 'CCCC', { admissionAt: '2026-12-27T12:00:00+04:00' }),
    of('100001', 'AAAA'),
    of('100002', 'EEEE'),
    of('100003', 'FFFF', { state: 'used', qr: null })
  ])
  expect(seen()).toEqual([
    ['100002', ['CCCC', 'EEEE']],
    ['100001', ['AAAA']]
  ])
  $session.set({ state: 'guest' })
  saveAllTickets([])
  expect(seen()).toHaveLength(2)
  person(1)
  saveAllTickets([])
  expect(seen()).toEqual([])
})

test('nothing of another person stays, and a guest keeps nothing', () => {
  saveTickets('100001', [ticket('AAAA')])
  person(2)
  saveTickets('100002', [ticket('BBBB')])
  expect(seen()).toEqual([['100002', ['BBBB']]])
  $session.set({ state: 'guest' })
  saveTickets('100003', [ticket('CCCC')])
  expect(seen()).toEqual([['100002', ['BBBB']]])
})
