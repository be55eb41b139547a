import { describe, expect, it } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { createGazetteer } from '#server/adapters/geo/gazetteer.ts'
import { loadCities } from '#server/adapters/geo/gazetteer/data.ts'
import { nearestAlong, pointAlong } from '#server/adapters/geo/gazetteer/geometry.ts'

const gazetteer = createGazetteer()
const GYUMRI = { lat: 40.787, lng: 43.844 }
const titles = async (term: string, locale: Locale): Promise<string[]> =>
  (await gazetteer.suggest(term, locale)).map(({ addressTitle }) => addressTitle)

describe('the first suggestion', () => {
  it.each<[string, Locale, string]>([
    ['abov', 'en', 'Abovyan Street'],
    ['Abovian', 'en', 'Abovyan Street'],
    ['ABOVYAN STREET', 'en', 'Abovyan Street'],
    ['abovyan st', 'en', 'Abovyan Street'],
    ['Абовян 12', 'ru', 'улица Абовяна 12'],
    ['ул. Абовяна, д. 12', 'ru', 'улица Абовяна 12'],
    ['Абовяна ули', 'ru', 'улица Абовяна'],
    ['աբովյան փող. 12', 'hy', 'Աբովյան փողոց 12'],
    ['Աբովյան փողոցի 12', 'hy', 'Աբովյան փողոց 12'],
    ['ԱԲՈՎՅԱՆ 12', 'hy', 'Աբովյան փողոց 12'],
    ['12 Abovyan', 'en', '12 Abovyan Street'],
    ['Abovyan 12, apt 5', 'en', '12 Abovyan Street'],
    ['abovyan 12', 'hy', 'Աբովյան փողոց 12'],
    ['Աբովյան 12', 'ru', 'улица Абовяна 12'],
    ['Baghramyan 24/5', 'en', '24/5 Baghramyan Avenue'],
    ['Marshal Baghramyan 24', 'en', '24 Baghramyan Avenue'],
    ['Маршала Баграмяна 24 / 5', 'ru', 'проспект Баграмяна 24/5'],
    ['Բաղրամյան պող. 24ա', 'hy', 'Բաղրամյան պողոտա 24ա'],
    ['Баграмяна 24ա', 'ru', 'проспект Баграмяна 24а'],
    ['Baghramyan 24 b', 'en', '24b Baghramyan Avenue'],
    ['bagramian', 'en', 'Baghramyan Avenue'],
    ['Maştots 5', 'en', '5 Mashtots Avenue'],
    ['маштоса 5', 'ru', 'проспект Маштоца 5'],
    ['Mesrop Mashtots 20', 'en', '20 Mashtots Avenue'],
    ['tumnyan 8', 'en', '8 Tumanyan Street'],
    ['tuamnyan 8', 'en', '8 Tumanyan Street'],
    ['Туманияна', 'ru', 'улица Туманяна'],
    ['թումնյան', 'hy', 'Թումանյան փողոց'],
    ['Մյասնիկյան 52 Դիլիջան', 'hy', 'Մյասնիկյան փողոց 52'],
    ['Северный проспект 6', 'ru', 'Северный проспект 6'],
    ['northern avenue', 'en', 'Northern Avenue'],
    ['Հյուսիսային պողոտա', 'hy', 'Հյուսիսային պողոտա'],
    ['Комитас 35', 'ru', 'проспект Комитаса 35'],
    ['28 Martiros Saryan Street', 'en', '28 Saryan Street'],
    ['Тиграна Меца 29', 'ru', 'проспект Тиграна Меца 29'],
    ['tigran metz 29', 'en', '29 Tigran Mets Avenue'],
    ['Саят Нова', 'ru', 'проспект Саят-Новы'],
    ['sayat-nov', 'en', 'Sayat-Nova Avenue'],
    ['Khorenatsi', 'en', 'Khorenatsi Street'],
    ['Khorenaci', 'en', 'Khorenatsi Street'],
    ['Хоренаци 26', 'ru', 'улица Хоренаци 26'],
    ['Ազատության պողոտա 24', 'hy', 'Ազատության պողոտա 24'],
    ['Kievyan 10', 'en', '10 Kievyan Street'],
    ['Киевская 10', 'ru', 'Киевская улица 10'],
    ['Halabyan', 'en', 'Halabyan Street'],
    ['Алабяна 24', 'ru', 'улица Алабяна 24'],
    ['Նժդեհ 17', 'hy', 'Գարեգին Նժդեհի փողոց 17'],
    ['nzhde', 'en', 'Garegin Nzhdeh Street'],
    ['Нор Ареш 11 5', 'ru', '11-я улица Нор Ареш 5'],
    ['11-я Нор Ареш, 5', 'ru', '11-я улица Нор Ареш 5'],
    ['Nor Aresh 27th street', 'en', 'Nor Aresh 27th Street'],
    ['Ռիժկովի 11', 'hy', 'Ռիժկովի փողոց 11'],
    ['Шарамбеян 7', 'ru', 'улица Шарамбеяна 7'],
    ['Taron 4', 'en', 'Taron 4 Street'],
    ['Taron 4, 12', 'en', '12 Taron 4 Street'],
    ['republic square', 'en', 'Republic Square'],
    ['площадь республики', 'ru', 'площадь Республики'],
    ['Հանրապետության հրապարակ', 'hy', 'Հանրապետության հրապարակ'],
    ['опера', 'ru', 'Театр оперы и балета'],
    ['matenadaran', 'en', 'Matenadaran'],
    ['метро барекамутюн', 'ru', 'Станция метро «Барекамутюн»'],
    ['yeritasardakan', 'en', 'Yeritasardakan Metro Station'],
    ['Կասկադ', 'hy', 'Կասկադ համալիր'],
    ['Кентрон', 'ru', 'Кентрон'],
    ['arabkir', 'en', 'Arabkir'],
    ['նոր նորք', 'hy', 'Նոր Նորք']
  ])('for "%s" (%s) is %s', async (term, locale, wanted) => {
    expect((await titles(term, locale))[0]).toBe(wanted)
  })
})

describe('every street', () => {
  const streets = loadCities().flatMap((city) => city.places.filter((place) => place.kind === 'street').map((street) => ({ city, street })))
  it.each<Locale>(['hy', 'en', 'ru'])('is found by its name and city in %s', async (locale) => {
    const missed: string[] = []
    for (const { city, street } of streets) {
      const [first] = await gazetteer.search(`${street.name[locale]}, ${city.name[locale]}`, locale)
      if (first?.addressTitle !== street.name[locale] || first.city !== city.name[locale])
        missed.push(`${street.name[locale]}, ${first?.addressTitle}`)
    }
    expect(missed).toEqual([])
  })
  it('is found without one of its vowels, among the first three, 99 times in 100', async () => {
    const missed: string[] = []
    for (const { city, street } of streets) {
      const longest =
        street.name.en
          .replace(/ \w+$/, '')
          .split(/[ -]/)
          .sort((a, b) => b.length - a.length)[0] ?? ''
      if (longest.length < 6 || /\d/.test(street.name.en)) continue
      const lost = [...longest].findIndex((letter, i) => i > 1 && /[aeiou]/.test(letter))
      const damaged = street.name.en.replace(longest, `${longest.slice(0, lost)}${longest.slice(lost + 1)}`)
      const found = (await gazetteer.suggest(`${damaged} ${city.name.en}`, 'en')).slice(0, 3)
      if (!found.some((place) => place.addressTitle === street.name.en && place.city === city.name.en)) missed.push(damaged)
    }
    expect(missed.length, missed.join()).toBeLessThan(streets.length / 100)
  })
  it('comes back from its own address value', async () => {
    for (const { street, city } of streets.filter((_, i) => i % 9 === 0)) {
      const [first] = await gazetteer.search(`${street.name.ru} 5, ${city.name.ru}`, 'ru')
      const [again] = await gazetteer.search(first?.addressValue ?? '', 'ru')
      expect(again).toEqual(first)
    }
  })
  it('stands where it is: the middle leads to a street within 150 m and to a number on it', async () => {
    for (const { street } of streets) {
      const middle = pointAlong(street, 0.5)
      const place = await gazetteer.reverse(middle, 'en')
      expect(place?.type, street.name.en).toBe('house')
      const found = streets.find(
        ({ city, street: one }) => place?.street.replace(/^\d+ /, '') === one.name.en && place.city === city.name.en
      )
      expect(found && nearestAlong(found.street, middle).metres, street.name.en).toBeLessThan(150)
      expect(place?.street).toMatch(/^[1-9]\d* /)
    }
  })
})

describe('a suggestion', () => {
  it('of a street is the street, of a number the house, between its ends', async () => {
    const [street] = await gazetteer.suggest('Komitas Avenue', 'en')
    const [low] = await gazetteer.suggest('Komitas Avenue 5', 'en')
    const [high] = await gazetteer.suggest('Komitas Avenue 60', 'en')
    expect([street?.type, low?.type, high?.type]).toEqual(['street', 'house', 'house'])
    expect(low?.longitude).toBeLessThan(street?.longitude ?? 0)
    expect(high?.longitude).toBeGreaterThan(street?.longitude ?? 99)
  })
  it('has an address value of five parts, the zip last, in the language asked', async () => {
    expect((await gazetteer.suggest('Աբովյան 12', 'ru'))[0]).toEqual({
      type: 'house',
      addressTitle: 'улица Абовяна 12',
      addressValue: 'улица Абовяна 12, Кентрон, Ереван, Ереван, 0001',
      province: 'Ереван',
      city: 'Ереван',
      street: 'улица Абовяна 12',
      zipcode: '0001',
      latitude: expect.closeTo(40.18, 2) as number,
      longitude: expect.closeTo(44.515, 2) as number
    })
    for (const term of ['kentron', 'opera', 'freedom square', 'abov', 'tumanyan 3'])
      for (const place of await gazetteer.suggest(term, 'en')) {
        const parts = place.addressValue.split(', ')
        expect(parts).toHaveLength(5)
        expect(parts.slice(2)).toEqual([place.city, place.province, place.zipcode])
        expect(place.street).not.toBe('')
      }
  })
  it('of a business leads with its name and carries its street', async () => {
    expect((await gazetteer.suggest('moscow cinema', 'en'))[0]).toMatchObject({
      type: 'business',
      addressTitle: 'Moscow Cinema',
      addressValue: 'Moscow Cinema, 18 Abovyan Street, Yerevan, Yerevan, 0001',
      street: '18 Abovyan Street'
    })
    expect((await gazetteer.suggest('france square', 'en'))[0]).toMatchObject({
      addressValue: 'France Square, Kentron, Yerevan, Yerevan, 0002',
      street: 'France Square'
    })
  })
  it('of a number far beyond the last house is the street alone, and 0 is no house', async () => {
    expect((await gazetteer.suggest('Northern Avenue 999', 'en'))[0]).toMatchObject({ type: 'street', addressTitle: 'Northern Avenue' })
    expect((await gazetteer.suggest('Northern Avenue 0', 'en'))[0]).toMatchObject({ type: 'street' })
  })
  it('near a point comes first; a named city wins over it', async () => {
    expect((await gazetteer.suggest('abovyan 12', 'en', GYUMRI))[0]?.city).toBe('Gyumri')
    expect((await gazetteer.suggest('abov', 'en', GYUMRI))[0]?.city).toBe('Gyumri')
    expect((await gazetteer.suggest('abovyan 12', 'en'))[0]?.city).toBe('Yerevan')
    expect((await gazetteer.suggest('abovyan 12 yerevan', 'en', GYUMRI))[0]?.city).toBe('Yerevan')
  })
})

describe('a list', () => {
  it('has at most eight places, always in the same order, none twice', async () => {
    for (const term of [
      'a',
      'street',
      'ma',
      'Տ',
      'ул 5',
      'yerevan',
      'a b c d e f g h i j k l m',
      '12',
      '0001',
      '???',
      'x'.repeat(200),
      '1 2 3 4 5 6'
    ]) {
      const once = await gazetteer.suggest(term, 'hy')
      expect(once.length).toBeLessThanOrEqual(8)
      expect(await createGazetteer().suggest(term, 'hy')).toEqual(once)
      expect(new Set(once.map(({ addressValue }) => addressValue)).size).toBe(once.length)
    }
  })
  it('is empty for what is nowhere', async () => {
    expect(await gazetteer.suggest('qwrtpsd', 'en')).toEqual([])
    expect(await gazetteer.search('Champs-Élysées', 'en')).toEqual([])
  })
  it('takes less than 5 ms, or ten times that beside other work', async () => {
    const terms = [
      'abov',
      'Абовян 12',
      'tumnyan 8',
      'garegin njdeh 17 shengavit yerevan',
      '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0001'
    ]
    const times: number[] = []
    for (let i = 0; i < 20; i += 1)
      for (const term of terms) {
        const begun = performance.now()
        await gazetteer.suggest(term, 'en', GYUMRI)
        times.push(performance.now() - begun)
      }
    expect(times.sort((a, b) => a - b)[times.length / 2]).toBeLessThan(50)
  })
})

describe('the address at a point', () => {
  it('keeps the point and names it in the language asked', async () => {
    const point = { lat: 40.18181, lng: 44.51702 }
    const place = await gazetteer.reverse(point, 'hy')
    expect(place).toMatchObject({ type: 'house', city: 'Երևան', latitude: point.lat, longitude: point.lng })
    expect(place?.addressValue).toMatch(/^\S+ փողոց \d+, Կենտրոն, Երևան, Երևան, 0\d{3}$/)
  })
  it('is the district where no street is near, and nothing far from the cities', async () => {
    expect(await gazetteer.reverse({ lat: 40.19, lng: 44.48 }, 'en')).toMatchObject({ type: 'district', city: 'Yerevan' })
    expect(await gazetteer.reverse({ lat: 40.77, lng: 44.9 }, 'en')).toMatchObject({ type: 'district', city: 'Dilijan' })
    for (const [lat, lng] of [
      [40.5, 45],
      [0, 0],
      [90, 180],
      [-90, -180],
      [40.1777, -44.5126]
    ] as const)
      expect(await gazetteer.reverse({ lat, lng }, 'en')).toBeNull()
  })
})
