import { describe, expect, it } from 'vitest'
import { normalizePassword, passwordLacks } from '#domain/password.ts'

describe('the password rule', () => {
  it.each(['Ararat-5165', 'Արարատ լեռ 5165!', 'пАроль_1', 'Aa1!Aa1!', `${'x'.repeat(125)}A1!`])('takes %s', (password) => {
    expect(passwordLacks(password)).toEqual([])
  })
  it.each([
    ['Aa1!Aa1', ['length']],
    [`${'x'.repeat(126)}A1!`, ['length']],
    ['ararat-5165', ['upper']],
    ['ARARAT-5165', ['lower']],
    ['Ararat-lion', ['digit']],
    ['Ararat5165', ['symbol']],
    ['Ararat 5165', ['symbol']],
    ['Ararat\u200b5165', ['symbol']],
    ['', ['length', 'digit', 'symbol', 'upper', 'lower']],
    ['        ', ['digit', 'symbol', 'upper', 'lower']]
  ])('says what %j lacks', (password, lacks) => {
    expect(passwordLacks(password)).toEqual(lacks)
  })
  it('counts letters, not their bytes, in one form', () => {
    expect(passwordLacks('Ա1!ռռռ')).toEqual(['length'])
    expect(normalizePassword('Ａ1')).toBe('A1')
    expect(normalizePassword('й')).toBe('й')
  })
})
