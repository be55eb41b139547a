import { describe, expect, test } from 'vitest'
import { productPicture, signPicture, type PictureFacts } from '#domain/product-pictures/picture-of.ts'
import { PICTURE_NAME, PICTURES_BASE, pictureUrl } from '#domain/pictures.ts'

const dish = (name: string, more: Partial<PictureFacts> = {}): string =>
  productPicture({
    kind: 'restaurant',
    category: '',
    department: '',
    name,
    description: '',
    otherNames: [],
    isWeighed: false,
    brand: null,
    signs: ['🍽️'],
    ...more
  })
const goods = (name: string, more: Partial<PictureFacts> = {}): string =>
  dish(name, { kind: 'store', category: 'groceries', signs: ['🛒'], ...more })
const LERNAMARG = { key: 'lernamarg', name: 'Lernamarg' }

describe('a dish is its base with up to three ingredients', () => {
  test.each([
    ['Mushroom pizza', '🍄', 'pizza.champignon'],
    ['Oyster mushrooms in butter', '🍄', 'plate.champignon.butter'],
    ['Wild mushroom soup', '🍄', 'soup-white.champignon'],
    ['Pumpkin cream soup', '🎃', 'soup-orange.pumpkin.milk'],
    ['Triple smash', '🧀', 'burger.cheese'],
    ['Spicy pizza with jalapeño', '🥵', 'pizza.chilli'],
    ['Chicken fried rice', '🍛', 'rice.chicken'],
    ['Kebab in lavash', '🌯', 'wrap'],
    ['Lavash', '🫓', 'lavash'],
    ['Caesar roll', '🍗', 'maki.chicken'],
    ['Sushi burger', '🍔', 'burger'],
    ['Lobio in a clay pot', '🫘', 'pot.bean'],
    ['Latte', '🥛', 'coffee'],
    ['Fresh orange juice', '🍊', 'glass-orange.orange'],
    ['Garlic sauce', '🧄', 'dip-white.garlic']
  ])('%s %s: %s', (name, sign, picture) => {
    expect(dish(name, { signs: [sign] })).toBe(picture)
  })

  test('what the name does not say, the department and the recipe say', () => {
    const description = 'Tomato sauce, mozzarella, ham, pineapple'
    expect(dish('Hawaiian', { department: 'Pizza', description, signs: ['🍍'] })).toBe('pizza.ham.pineapple.tomato')
    expect(dish('Sev Tuf', { category: 'pizza', department: 'Signature', signs: ['🖤'] })).toBe('pizza')
    expect(dish('Rehan', { department: 'Red pizzas', signs: ['🌿'] })).toBe('pizza.herb')
  })

  test('no ingredient appears twice, nor beside another that looks the same, nor a part of the base itself', () => {
    expect(dish('Trout khorovats', { signs: ['🎣'], description: 'Trout, fish, lemon' })).toBe('plate.fillet.lemon')
    expect(dish('Spinach and feta omelette', { signs: ['🍳'], description: 'Eggs, spinach, feta' })).toBe('eggs.lettuce.cheese')
  })

  test.each(['ru', 'hy'])('an English name without a word of the vocabulary is read in %s', (locale) => {
    expect(dish('Vesuvio', { otherNames: [locale === 'ru' ? 'Пицца Везувий' : 'Պիցցա Վեզուվ'] })).toBe('pizza')
  })

  test('what fits nothing is an empty plate, whatever its sign', () => {
    expect(dish('Zvartnots', { signs: ['🥵'] })).toBe('plate.chilli')
    for (const sign of ['🌋', '🐉', '🎉', '😌', '🌙', '👁️']) expect(dish('Zvartnots', { signs: [sign] })).toBe('plate')
  })
})

describe('goods are a pack in the colour of their brand, with their content', () => {
  test.each([
    ['Lernamarg sour cream 20%, 180 g', '🥣', 'cup~lernamarg'],
    ['Lernamarg milk 3.2%, 1 l', '🥛', 'carton~lernamarg'],
    ['Lernamarg chocolate milk, 0.5 l', '🥛', 'carton.chocolate~lernamarg'],
    ['Lernamarg sour cherry preserve, 400 g', '🍒', 'jar.cherry~lernamarg'],
    ['Lernamarg tuna in oil, 160 g', '🥫', 'tin.fillet~lernamarg'],
    ['Lernamarg aluminium foil, 10 m', '📜', 'roll~lernamarg'],
    ['Lernamarg hazelnut chocolate, 90 g', '🍫', 'bar.hazelnut~lernamarg'],
    ['Lernamarg sunflower oil, 1 l', '🌻', 'oil.sunflower~lernamarg'],
    ['Lernamarg toothpaste with mint', '🦷', 'tube.mint~lernamarg']
  ])('%s %s: %s', (name, sign, picture) => {
    expect(goods(name, { signs: [sign], brand: LERNAMARG })).toBe(picture)
  })

  test('medicine, gift cards, tickets and books', () => {
    expect(goods('Paracetamol 500 mg, 20 tablets', { kind: 'pharmacy', category: 'pharmacy', signs: ['💊'], brand: LERNAMARG })).toMatch(
      /^blister/
    )
    expect(goods('Artificial tears, 10 ml', { kind: 'pharmacy', category: 'pharmacy', signs: ['👁️'] })).toBe('vial')
    expect(goods('Gift card, 5,000 AMD', { kind: 'giftCard', category: 'gift-cards', signs: ['🎈'] })).toBe('giftcard.u1f388')
    expect(goods('A pottery class', { kind: 'giftCard', category: 'tickets', signs: ['🏺'] })).toBe('ticket.u1f3fa')
    expect(goods('“1984”, George Orwell', { kind: 'shop', category: 'books', signs: ['👁️'] })).toBe('book')
  })

  test('loose fruit and vegetables are themselves', () => {
    const loose = (name: string, sign: string) => goods(name, { category: 'fresh-market', isWeighed: true, signs: [sign] })
    expect(loose('Champignon mushrooms', '🍄')).toBe('plain.champignon')
    expect(loose('Persimmons', '🍅')).toBe('plain.persimmon')
    expect(loose('Pomegranates', '🍎')).toBe('plain.pomegranate')
    expect(loose('Pumpkin', '🎃')).toBe('plain.pumpkin')
  })

  test('what fits nothing is a neutral picture of its kind', () => {
    expect(goods('Zzz', { signs: ['😌'] })).toBe('bag')
    expect(goods('Zzz', { kind: 'pharmacy', category: '', signs: ['🤧'] })).toBe('box')
    expect(goods('Zzz', { kind: 'shop', category: 'toys', signs: ['😌'] })).toBe('box')
    expect(goods('Zzz', { kind: 'service', category: '', signs: ['💨'] })).toBe('🛎️')
  })
})

test('further pictures leave out faces, and show what an emoji shows wrongly by a drawing', () => {
  expect(['🍄', '🥵', '🎃', '😌', '🧸'].map(signPicture)).toEqual(['plain.champignon', 'plain.chilli', 'plain.pumpkin', null, '🧸'])
})

test('composed pictures have an address of their own', () => {
  expect(pictureUrl('pizza.champignon~lernamarg')).toBe(`${PICTURES_BASE}/pizza.champignon~lernamarg.webp`)
  for (const picture of ['🍕', '../x', 'a/b', 'pizza.', 'https://x.am/a.webp', '']) expect(PICTURE_NAME.test(picture), picture).toBe(false)
})

test.each([
  ['Stainless pot', '🍲', 'saucepan'],
  ['Bath towel', '🧺', 'towel'],
  ['Wooden kennel', '🦴', 'kennel'],
  ['Cat tree', '🦴', '🐾'],
  ['Silver letter pendant', '🔤', 'box']
])('%s of a shop, shown by %s: %s', (name, sign, picture) => {
  expect(goods(name, { kind: 'shop', category: '', signs: [sign] })).toBe(picture)
})
test('charcoal for a fire comes in a bag, activated charcoal as tablets', () => {
  expect([goods('Charcoal, 3 kg', { signs: [] }), goods('Activated charcoal', { kind: 'pharmacy', category: '', signs: [] })]).toEqual([
    'bag',
    'blister'
  ])
})
