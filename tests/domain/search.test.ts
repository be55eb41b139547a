import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceOf } from '#domain/search/distance.ts'
import { ALL_LANGUAGES, barestStems, languagesAfter, languagesOf, stemsOf, withFleetingVowel } from '#domain/search/endings.ts'
import { headsOf, isAdjective } from '#domain/search/heads.ts'
import { neighbourKeys } from '#domain/search/keys.ts'
import { readingsInOtherLayouts } from '#domain/search/layouts.ts'
import { searchPath, suggestedPath } from '#domain/search/paths.ts'
import { slipsOf } from '#domain/search/slips.ts'
import { soundWords, spellingsOf } from '#domain/search/sounds.ts'
import { readSynonyms } from '#domain/search/synonyms.ts'
import { searchTerm } from '#domain/search/term.ts'

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
    expect(distanceOf('batat', 'padat', 3).whole).toBe(1.2)
    expect(distanceOf('batat', 'batat', 3).whole).toBe(0)
    expect(distanceOf('abcd', 'bacd', 3).whole).toBeLessThan(1)
    expect(distanceOf('batat', 'lorem', 1.5).whole).toBe(Infinity)
    expect(distanceOf('para', 'paracetamol', 1)).toMatchObject({ begins: 0, beginsAt: 4 })
  })

  test('a letter beside the right key costs less than one from far away, and missing costs less than too many', () => {
    expect(distanceOf('kovfe', 'kofe', 3, 'russian').whole).toBeGreaterThan(distanceOf('kfe', 'kofe', 3, 'russian').whole)
    expect(distanceOf('pacca', 'picca', 3, 'russian').whole).toBeLessThan(distanceOf('plcca', 'picca', 3, 'russian').whole)
  })

  test('a slip is one letter, and never makes the same word', () => {
    const slips = slipsOf('молоко')
    for (const word of ['млолоко', 'омлоко', 'молко', 'мольоко', 'молооко', 'мллоко']) expect([word, slips.has(word)]).toEqual([word, true])
    expect(slips.has('молоко')).toBe(false)
    expect(slipsOf('h2o').size).toBe(0)
  })

  test('in short words only letters that were lost or changed places, in longer ones also neighbours on the keyboard', () => {
    expect(slipsOf('сыр').has('сырт')).toBe(true)
    expect(slipsOf('сыр').has('сэр')).toBe(false)
    expect(slipsOf('nike').has('bike')).toBe(false)
    expect(slipsOf('milj').has('milk')).toBe(true)
    expect(slipsOf('mila').has('milk')).toBe(false)
  })

  test('the first letter may be missing, in longer words also be another, which costs no more', () => {
    expect(slipsOf('ушi').size).toBe(0)
    expect(slipsOf('уши').get('суши')).toBeGreaterThan(slipsOf('уши').get('ушли') ?? 9)
    expect(slipsOf('polma').get('tolma')).toBeUndefined()
    expect(slipsOf('rolma').get('tolma')).toBe(slipsOf('tolka').get('tolma'))
    expect(slipsOf('гурцы').get('огурцы')).toBe(1)
  })

  test('neighbours of a key are those around it', () => {
    expect([...(neighbourKeys(['latin']).get('g') ?? [])].sort()).toEqual(['b', 'f', 'h', 't', 'v', 'y'])
    expect([...(neighbourKeys(['russian']).get('й') ?? [])].sort()).toEqual(['ф', 'ц'])
  })
})

describe('heads of names', () => {
  test('are things: a Russian adjective is told by its ending, other languages have none here', () => {
    expect(['молоко', 'молочная', 'молотый', 'мороженое'].filter((word) => isAdjective(word, 'ru'))).toEqual(['молочная', 'молотый'])
    expect(isAdjective('կաթնային', 'hy')).toBe(false)
  })
  test.each([
    ['en', 'vater konditioner 100 ml', ['konditioner']],
    ['en', 'kofe in a jazve', ['kofe']],
    ['en', 'sarnak spring vater 5 l', ['vater']],
    ['ru', 'voda bez gaza 0 5 l', ['voda']],
    ['ru', 'mineralnaia voda 1 l', ['mineralnaia', 'voda']],
    ['ru', 'butilka dlia vodi', ['butilka']],
    ['hy', 'hankain jur 1 l', ['jur']],
    ['hy', 'zambug tsagikneri hamar', ['zambug']],
    ['hy', 'chai degdzov', ['chai']],
    ['hy', 'hats arants gluteni', ['hats']]
  ] as const)('%s: %s', (language, name, heads) => {
    const words = name.split(' ')
    expect(headsOf(words, language, new Set(['sarnak'])).map((at) => words[at])).toEqual(heads)
  })
})

describe('synonyms', () => {
  test('commas go both ways, arrows one', () => {
    const found = readSynonyms('# words\n\nкартошка, картофель\nпамперсы -> подгузники # a comment')
    expect(found.map(({ typed, means }) => [typed.sounds, ...means.map(({ sounds }) => sounds)])).toEqual([
      ['kartowka', 'kartofel'],
      ['kartofel', 'kartowka'],
      ['pampersi', 'podguzniki']
    ])
  })

  test.each(['картошка', 'a -> b -> c', '-> b', 'a ->'])('%s is a fault that names the line', (line) => {
    expect(() => readSynonyms(`a, b\n${line}`)).toThrow('line 2 of the synonyms')
  })
})

describe('endings', () => {
  test('belong to a language each, and none at all to every one', () => {
    expect(languagesOf('', '')).toBe(ALL_LANGUAGES)
    expect(languagesOf('ov', '')).toBeGreaterThan(0)
    expect(languagesOf('ner', 'ami')).toBe(0)
    expect(stemsOf('horovacner')).toContain('horovac')
    expect(withFleetingVowel('srq')).toContain('surq')
    expect(withFleetingVowel('katv')).toContain('katu')
    expect(barestStems('msi')).toEqual(['ms'])
    expect(barestStems('tan')).toEqual([])
  })

  test('make a plural or another word of the family', () => {
    // In Russian a vowel is the ending itself.
    expect(languagesAfter('riba') & languagesOf('', 'i')).toBe(1)
    expect(languagesAfter('rib') & languagesOf('', 'i')).toBe(5)
    expect(languagesOf('', 's')).toBeGreaterThan(0)
    expect(languagesOf('', 'ing')).toBe(0)
    expect(languagesOf('', 'ing', true)).toBeGreaterThan(0)
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
