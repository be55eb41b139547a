import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldedWords } from '#domain/search/folding.ts'

/** Streets, districts and towns as their own signs, Russian maps and English maps spell them. */
const NAMES = [
  ['Աբովյան', 'Абовян', 'Abovyan'],
  ['Թումանյան', 'Туманян', 'Tumanyan'],
  ['Բաղրամյան', 'Баграмян', 'Baghramyan'],
  ['Մաշտոց', 'Маштоц', 'Mashtots'],
  ['Կոմիտաս', 'Комитас', 'Komitas'],
  ['Տերյան', 'Терян', 'Teryan'],
  ['Նալբանդյան', 'Налбандян', 'Nalbandyan'],
  ['Խորենացի', 'Хоренаци', 'Khorenatsi'],
  ['Խանջյան', 'Ханджян', 'Khanjyan'],
  ['Չարենց', 'Чаренц', 'Charents'],
  ['Տիգրան Մեծ', 'Тигран Мец', 'Tigran Mets'],
  ['Սայաթ-Նովա', 'Саят-Нова', 'Sayat Nova'],
  ['Ամիրյան', 'Амирян', 'Amiryan'],
  ['Պռոշյան', 'Прошян', 'Proshyan'],
  ['Կասյան', 'Касьян', 'Kasyan'],
  ['Կիևյան', 'Киевян', 'Kievyan'],
  ['Լենինգրադյան', 'Ленинградян', 'Leningradyan'],
  ['Վարդանանց', 'Вардананц', 'Vardanants'],
  ['Զաքյան', 'Закян', 'Zakyan'],
  ['Մամիկոնյանց', 'Мамиконянц', 'Mamikonyants'],
  ['Ադոնց', 'Адонц', 'Adonts'],
  ['Արշակունյաց', 'Аршакуняц', 'Arshakunyats'],
  ['Րաֆֆի', 'Раффи', 'Raffi'],
  ['Մարգարյան', 'Маргарян', 'Margaryan'],
  ['Սունդուկյան', 'Сундукян', 'Sundukyan'],
  ['Օրբելի', 'Орбели', 'Orbeli'],
  ['Գրիգոր Լուսավորիչ', 'Григор Лусаворич', 'Grigor Lusavorich'],
  ['Սարյան', 'Сарьян', 'Saryan'],
  ['Մոսկովյան', 'Московян', 'Moskovyan'],
  ['Պարոնյան', 'Паронян', 'Paronyan'],
  ['Սպենդիարյան', 'Спендиарян', 'Spendiaryan'],
  ['Չայկովսկի', 'Чайковский', 'Tchaikovsky'],
  ['Պուշկին', 'Пушкин', 'Pushkin'],
  ['Տիչինա', 'Тычина', 'Tychina'],
  ['Բաշինջաղյան', 'Башинджагян', 'Bashinjaghyan'],
  ['Ֆուչիկ', 'Фучик', 'Fuchik'],
  ['Էմինեսկու', 'Эминеску', 'Eminescu'],
  ['Ռուբինյանց', 'Рубинянц', 'Rubinyants'],
  ['Վազգեն Սարգսյան', 'Вазген Саргсян', 'Vazgen Sargsyan'],
  ['Մկրտչյան', 'Мкртчян', 'Mkrtchyan'],
  ['Նոր Նորք', 'Нор Норк', 'Nor Nork'],
  ['Զեյթուն', 'Зейтун', 'Zeytun'],
  ['Արաբկիր', 'Арабкир', 'Arabkir'],
  ['Ջրաշեն', 'Джрашен', 'Jrashen'],
  ['Այգեստան', 'Айгестан', 'Aygestan'],
  ['Երևան', 'Ереван', 'Yerevan'],
  ['Գյումրի', 'Гюмри', 'Gyumri'],
  ['Վանաձոր', 'Ванадзор', 'Vanadzor'],
  ['Դիլիջան', 'Дилижан', 'Dilijan'],
  ['Ոսկեվազ', 'Воскеваз', 'Voskevaz']
] as const
describe('names in three spellings', () => {
  it.each(NAMES)('%s, %s and %s meet', (hy, ru, en) => {
    expect(fold(hy)).not.toBe('')
    expect(fold(ru)).toBe(fold(hy))
    expect(fold(en)).toBe(fold(hy))
  })
  it('different names stay apart', () => {
    expect(new Set(NAMES.map(([hy]) => fold(hy))).size).toBe(NAMES.length)
  })
  it('Russian endings begin with the name', () => {
    for (const ru of ['Абовяна', 'Туманяна', 'Комитаса', 'Чаренца', 'Маштоца', 'Касьяна', 'Орбели'])
      expect(NAMES.some(([hy]) => fold(ru).startsWith(fold(hy)))).toBe(true)
  })
})

describe('forms of one letter', () => {
  it.each([
    ['Երևան', 'Երեւան'],
    ['Երևան', 'Երեվան'],
    ['ԵՐԵՎԱՆ', 'Երևան'],
    ['ЁЛКА', 'елка'],
    ['Café', 'cafe'],
    ['Ani’s', 'anis'],
    ['Ի՞նչ', 'ինչ'],
    ['  12/3,   «Արարատ» ', '12 3 Արարատ'],
    ['Abovian', 'Abovyan'],
    ['Кока-Кола', 'Coca-Cola'],
    ['Ո՞ւր', 'ուր']
  ])('%j and %j are one', (a, b) => {
    expect(fold(a)).toBe(fold(b))
  })
  it('keeps numbers whole', () => {
    expect(foldedWords('Աբովյան փողոց 11/22')).toEqual(['abovian', 'pogots', '11', '22'])
    expect(foldedWords(' … ')).toEqual([])
  })
  it('an initial ո is vo, but who (ով) is not', () => {
    expect([fold('Ոսկի'), fold('ով'), fold('Հին ոսկի')]).toEqual(['voski', 'ov', 'hin voski'])
  })
})

describe('for any text', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆևԵՈ՞abcdeghijkoquvwxyztzсчжхщьёЙия -1') })
  const text = fc.oneof(letters, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  it('folding twice changes nothing, and its words make it up', () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = fold(value)
        expect(fold(once)).toBe(once)
        expect(foldedWords(value).join(' ')).toBe(once)
      }),
      { numRuns: 2_000 }
    )
  })
  it('Armenian and Russian leave only Latin letters, digits and single spaces', () => {
    fc.assert(
      fc.property(letters, (value) => {
        expect(fold(value)).toMatch(/^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/)
      }),
      { numRuns: 1_000 }
    )
  })
  it('ends on long rubbish', () => {
    expect(fold('y'.repeat(5_000) + 'ie'.repeat(5_000)).length).toBeLessThan(10_001)
  })
})
