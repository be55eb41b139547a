import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceOf } from '#domain/search-distance.ts'
import { ALL_LANGUAGES, languagesOf, stemsOf, withFleetingVowel } from '#domain/search-endings.ts'
import { readingsInOtherLayouts } from '#domain/search-layouts.ts'
import { searchPath, suggestedPath } from '#domain/search-paths.ts'
import { slipsOf } from '#domain/search-slips.ts'
import { soundWords, spellingsOf } from '#domain/search-sounds.ts'
import { searchTerm } from '#domain/search-term.ts'

describe('other keyboard layouts', () => {
  test.each([
    ['gbwwf', 'пицца'],
    ['зшяяф', 'pizza'],
    ['[orovac', 'խօռօվաց'],
    ['wdf', 'փգե'],
    ['Խոր', 'qor'],
    ['{KT<', 'хлеб']
  ])('%s may be %s', (typed, meant) => {
    expect(readingsInOtherLayouts(typed)).toContain(meant)
  })

  test('nothing without letters, never the text itself', () => {
    expect(readingsInOtherLayouts('12 ;;')).toEqual([])
    fc.assert(fc.property(fc.string(), (text) => !readingsInOtherLayouts(text).includes(text.toLowerCase())))
  })
})

describe('sounds', () => {
  test('one word however it is written', () => {
    const [sounds] = soundWords('խորոված')
    expect(soundWords('хоровац')).toEqual([sounds])
    for (const typed of ['khorovats', 'xorovats', 'horovats', 'xorovac', 'khorovac']) expect(spellingsOf(typed)).toContain(sounds)
    expect(soundWords('пицца')).toEqual(soundWords('պիցա'))
    expect(soundWords('и')).toEqual(['i'])
  })

  test('sounds alike are near, others are far, and no more is reckoned than was asked for', () => {
    expect(distanceOf('batat', 'padat', 3).whole).toBe(1)
    expect(distanceOf('batat', 'batat', 3).whole).toBe(0)
    expect(distanceOf('abcd', 'bacd', 3).whole).toBeLessThan(1)
    expect(distanceOf('batat', 'lorem', 1.5).whole).toBe(Infinity)
    expect(distanceOf('para', 'paracetamol', 1)).toMatchObject({ begins: 0, beginsAt: 4 })
  })

  test('a slip is one letter, and never makes the same word', () => {
    const slips = slipsOf('сыр')
    for (const word of ['ыр', 'сыыр', 'ср', 'рыс', 'сар', 'ысыр']) expect(slips.has(word) || word === 'рыс').toBe(true)
    expect(slips.has('сыр')).toBe(false)
    expect(slipsOf('h2o').size).toBe(0)
  })
})

describe('endings', () => {
  test('belong to a language each, and none at all to every one', () => {
    expect(languagesOf('', '')).toBe(ALL_LANGUAGES)
    expect(languagesOf('ov', '')).toBeGreaterThan(0)
    expect(languagesOf('ner', 'ami')).toBe(0)
    expect(stemsOf('horovacner')).toContain('horovac')
    expect(withFleetingVowel('srq')).toContain('surq')
  })
})

describe('terms and addresses', () => {
  test('a term is one short line', () => {
    expect(searchTerm('  сыр\n\u0000 и   хлеб ')).toBe('сыр и хлеб')
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 6_000 }), (text) => searchTerm(text).length <= 400))
    expect([...searchTerm('🍕'.repeat(5_000))].length).toBeLessThanOrEqual(200)
  })

  test('an address holds all of a search', () => {
    expect(searchPath({ term: 'a&b', tab: 'all' })).toBe('/search?term=a%26b')
    expect(searchPath({ term: 'tea', supplier: 'day-time' })).toBe('/search?supplier=day-time&term=tea')
    expect(suggestedPath({ type: 'product', id: 7, name: 'Tea', count: 1 })).toBe('/products/7')
    expect(suggestedPath({ type: 'product', id: 7, name: 'Tea', count: 2 })).toBe('/search?term=Tea')
    expect(suggestedPath({ type: 'category', kind: 'shop', key: 'toys' })).toBe('/shops?category=toys')
  })
})
