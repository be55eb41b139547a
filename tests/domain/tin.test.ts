import { describe, expect, it } from 'vitest'
import { isTinLongEnough, normalizeTin } from '#domain/tin.ts'

describe('tax ids', () => {
  it.each([
    ['01234567', '01234567'],
    [' 0123 4567 ', '01234567'],
    ['0123\u00a04567', '01234567'],
    ['0123-4567', '01234567'],
    ['０１２３４５６７', '01234567'],
    ['ab123456', 'AB123456'],
    ['0123 456', '0123456'],
    ['', '']
  ])('%j is kept as %s', (typed, kept) => {
    expect(normalizeTin(typed)).toBe(kept)
  })
  it.each(['0123456Ա', 'О1234567', '0123<b>', '1'.repeat(21)])('%j is none', (typed) => {
    expect(normalizeTin(typed)).toBeNull()
  })
  it('has at least eight characters, spaces not counted', () => {
    expect(isTinLongEnough('01234567')).toBe(true)
    expect(isTinLongEnough(normalizeTin('0123 456') ?? '')).toBe(false)
  })
})
