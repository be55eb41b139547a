import type { SupplierKind } from '#domain/enums.ts'
import { DISH_OF_CATEGORY, findDishes } from './dishes.ts'
import { findPacks, findThings, PLACEHOLDERS } from './goods.ts'
import { PICTURE_NAME } from '#domain/pictures.ts'
import { findParts, PART_OF_SIGN, partOfSign, SIGN_PART, signOf } from './parts.ts'
import { wordsOf, type Found, type Phrases } from './phrases.ts'

/** What the files of a market say about a product, as far as its picture depends on it. */
export interface PictureFacts {
  kind: SupplierKind
  /** Key of the category of its department, or else of the first of its supplier. */
  category: string
  /** English name of its department. */
  department: string
  /** English name and description, and the names in the other languages. */
  name: string
  description: string
  otherNames: readonly string[]
  isWeighed: boolean
  brand: { key: string; name: string } | null
  /** Emoji of the files, the main one first. */
  signs: readonly string[]
}

const MAX_PARTS = 3
/** Where the name of a thing ends and what comes with it begins. */
const AFTER_HEAD = /[,:(–]|(?:^| )(?:with|without|in|on|from|for|over) /i

/** Bases that show a part already. */
const SHOWN_BY: Record<string, readonly string[]> = {
  fries: ['potato', 'fries'],
  eggs: ['egg'],
  cake: ['bread'],
  icecream: ['ice', 'milk'],
  cone: ['ice', 'milk'],
  churchkhela: ['sausage'],
  wrap: ['lavash'],
  pita: ['lavash'],
  flatbread: ['lavash', 'bread'],
  lavash: ['lavash', 'bread'],
  bread: ['bread'],
  baguette: ['bread'],
  sandwich: ['bread'],
  coffee: ['coffee'],
  cocoa: ['milk'],
  rice: ['rice'],
  noodles: ['noodle'],
  tolma: ['tolma'],
  kyufta: ['falafel'],
  corn: ['corn'],
  olives: ['olive'],
  jar: ['milk'],
  bottle: ['soda'],
  'glass-yellow': ['soda'],
  'glass-green': ['soda'],
  'glass-orange': ['soda'],
  'glass-brown': ['soda'],
  'wine-rose': ['rose'],
  pasta: ['noodle'],
  carton: ['milk'],
  cup: ['milk', 'cheese'],
  tray: ['milk'],
  'glass-tea': ['tea'],
  wedge: ['cheese'],
  bar: ['butter'],
  hotdog: ['sausage'],
  burger: ['bread'],
  water: ['ice'],
  soda: ['soda'],
  alani: ['peach'],
  tube: ['milk'],
  pump: ['milk'],
  salad: ['lettuce', 'herb'],
  pizza: ['bread'],
  fishplate: ['fillet', 'fish']
}
/** The colour of a soup or a glass by what is in it. */
const COLOURS: Record<string, readonly string[]> = {
  red: ['tomato', 'beet', 'cherry', 'pomegranate', 'grape', 'chilli', 'rose'],
  pink: ['strawberry', 'blueberry'],
  orange: ['pumpkin', 'carrot', 'orange', 'apricot', 'peach', 'mango', 'bean'],
  green: ['herb', 'lettuce', 'broccoli', 'kiwi', 'pea', 'mint', 'avocado'],
  white: ['champignon', 'milk', 'fillet', 'fish', 'banana', 'coconut', 'vanilla'],
  brown: ['chocolate', 'soda']
}
/** Bases that are shown with what their names say, without the recipe of their description. */
const PLAIN_BASES =
  /^(?:coffee|cocoa|tea|water|mug|beer|wine|spirit|glass|dip|bread|baguette|flatbread|lavash|bagel|croissant|gata|cookie|swirl|eclair|donut|sweets|mochi|fries|churchkhela|alani|halva|jar|cake|wholecake|cheesecake|muffin|eclair|icecream|cone|pakhlava|pudding|corn|olives)/
/** Signs of vessels and packs, which a pack does not contain. */
const VESSELS = new Set('🍺 🍷 🥃 🥛 🥤 🍾 🥂 🍸 🍻 🧃 🫖 🍵 ☕ 🫙 🥫 🏺 🧴 🧻 🍶 🧋 🫗 🧊 🍼 🍚 🍝 🍜 🧼 🧺 🧹'.split(' '))
const ON_PIZZAS: readonly string[] = ['tomato', 'cheese']
/** What is grilled on skewers when its name says only what it is. */
const ON_SKEWERS: readonly string[] = ['meat', 'beef', 'chicken', 'fillet', 'fish', 'bacon', 'sausage']
/** Packs that carry a label. */
const PACKS =
  /^(?:carton|bottle|oil|water|can|wine|sparkling|beer|spirit|jar|tin|bag|box|blister|tube|pump|flask|spray|vial|tray|cup|wedge|roll|bar|book|giftcard|ticket)/
const DRINKS = /^(?:carton|bottle|oil|water|can|wine|sparkling|beer|spirit)/
/** Shops whose goods are packs, and not things. */
const SELLS_PACKS: readonly string[] = ['beauty', 'pets', 'books']

const last = <Value>(found: readonly Found<Value>[]): Value | undefined => found.at(-1)?.value
const headOf = (name: string): string => name.split(AFTER_HEAD)[0] ?? name
const partsOf = (text: string): string[] => findParts(wordsOf(text)).map(({ value }) => value)
const written = (base: string, parts: readonly string[], brand: PictureFacts['brand'] = null): string =>
  [base, ...parts].join('.') + (brand && PACKS.test(base) ? `~${brand.key}` : '')

/** Parts that look alike: of two only the first is shown. */
const ALIKE: readonly (readonly string[])[] = [
  ['fillet', 'fish'],
  ['beef', 'meat', 'bacon'],
  ['herb', 'mint'],
  ['peach', 'apricot'],
  ['chilli', 'pepper']
]
const distinct = (base: string, parts: readonly string[], most: number): string[] =>
  [...new Set(parts)]
    .filter((part) => part !== base && !(SHOWN_BY[base] ?? []).includes(part))
    .filter((part, index, all) => !ALIKE.some((like) => like.includes(part) && all.slice(0, index).some((one) => like.includes(one))))
    .slice(0, most)

/** A further picture of a product, or one of a cover: a sign of the market's files without what its emoji shows wrongly; null for none. */
export const signPicture = (sign: string): string | null => bare(partOfSign(sign))
/** A picture of a supplier's cover. */
export const coverPicture = (sign: string): string => (PART_OF_SIGN[sign] ? `plain.${PART_OF_SIGN[sign]}` : sign)

/** The last thing that the beginning of a name says, or else what all of it says; in the other languages when English says nothing. */
const namedBy = <Value>(find: Phrases<Value>, { name, otherNames }: PictureFacts): Value | undefined =>
  last(find(wordsOf(headOf(name)))) ?? otherNames.map((other) => last(find(wordsOf(other)))).find((value) => value !== undefined)

const coloured = (base: string, parts: readonly string[]): string => {
  if (base === 'skewer' && parts[0] === 'chicken') return 'skewer-chicken'
  if (base !== 'soup' && base !== 'glass-yellow') return base
  const colour = Object.keys(COLOURS).find((key) => parts.some((part) => COLOURS[key]?.includes(part)))
  if (!colour) return base
  return base === 'soup' ? `soup-${colour === 'pink' || colour === 'brown' ? 'red' : colour}` : `glass-${colour}`
}

const dishOf = (facts: PictureFacts): string => {
  const { name, description, brand, category, signs } = facts
  const words = wordsOf(name)
  const pack = brand && namedBy(findPacks, facts)
  if (pack && (DRINKS.test(pack) || pack === 'bag')) return packOf(facts, pack)
  const all = findDishes(words)
  const served = all.find(({ at, length }) => words.slice(at, at + length).some((word) => word === 'in' || word === 'clay'))?.value
  const inDepartment = last(findDishes(wordsOf(facts.department)))
  const department = inDepartment === 'skewer' && !partsOf(name).some((part) => ON_SKEWERS.includes(part)) ? undefined : inDepartment
  const usual = DISH_OF_CATEGORY[category]
  const isUsual = usual !== 'skewer' || partsOf(name).some((part) => ON_SKEWERS.includes(part))
  const base = served ?? namedBy(findDishes, facts) ?? department ?? (isUsual ? usual : undefined) ?? last(all) ?? 'plate'
  const bySigns = signs.flatMap((sign) => PART_OF_SIGN[sign] ?? [])
  const byName = [...partsOf(name), ...(PLAIN_BASES.test(base) && signs.length > 1 ? [] : bySigns.slice(0, 1))]
  const recipe = partsOf(description).filter((part) => part !== 'milk')
  // Sauce and cheese are on nearly every pizza: what tells one from another comes first.
  const usualLast = base === 'pizza' ? [...recipe.filter((part) => !ON_PIZZAS.includes(part)), ...recipe] : recipe
  const parts = PLAIN_BASES.test(base) ? distinct(base, partsOf(name), 2) : distinct(base, [...byName, ...usualLast, ...bySigns], MAX_PARTS)
  return written(coloured(base, partsOf(name)), parts)
}

/** The name of goods without their brand, which may be a word of its own. */
const withoutBrand = ({ name, brand }: PictureFacts): string =>
  brand && name.startsWith(brand.name) ? name.slice(brand.name.length).trim() : name

const packOf = (facts: PictureFacts, pack: string): string => {
  const { signs, brand, kind } = facts
  const named = kind === 'pharmacy' ? [] : distinct(pack, partsOf(withoutBrand(facts)), 1)
  const signed = PACKS.test(pack) ? signs.slice(0, 1).flatMap((sign) => (VESSELS.has(sign) ? [] : (partOfSign(sign) ?? []))) : []
  const [part] = distinct(pack, named.length > 0 ? named : signed, 1)
  // Raw meat has no bone of a roast.
  return written(pack, part === undefined ? [] : [pack === 'tray' && part === 'meat' ? 'beef' : part], brand)
}

/** A thing without a pack: its own picture. */
const bare = (part: string | null | undefined): string | null =>
  part ? (part.startsWith(SIGN_PART) ? signOf(part) : `plain.${part}`) : null

const PACK_OF_CATEGORY: Record<string, string> = {
  groceries: 'bag',
  butcher: 'tray',
  cheese: 'wedge',
  'wine-and-spirits': 'wine-red',
  books: 'book'
}

const goodsOf = (facts: PictureFacts): string => {
  const { kind, category, brand, isWeighed, signs } = facts
  const plainFacts = { ...facts, name: withoutBrand(facts) }
  const pack = namedBy(findPacks, plainFacts) ?? last(findPacks(wordsOf(plainFacts.name)))
  const thing = namedBy(findThings, plainFacts)
  const signed = partOfSign(signs[0] ?? '')
  if (kind === 'giftCard') return written(category === 'tickets' ? 'ticket' : 'giftcard', signed ? [signed] : [], brand)
  if (kind === 'service') return (category === 'laundry' ? (bare(signed) ?? thing) : (thing ?? bare(signed))) ?? ''
  if (
    category === 'fresh-market' &&
    !brand &&
    !/^dried |fruit leather/i.test(plainFacts.name) &&
    (isWeighed || pack === undefined || pack === 'bag' || pack === 'jar')
  )
    return bare(partsOf(plainFacts.name)[0] ?? signed) ?? ''
  if (kind === 'shop' && !SELLS_PACKS.includes(category) && pack !== 'box')
    return thing ?? bare(signed) ?? (pack ? packOf(facts, pack) : '')
  if (kind === 'shop' && thing && (category === 'books' || pack === undefined || pack === 'box')) return thing
  const known = pack ?? PACK_OF_CATEGORY[category] ?? (kind === 'pharmacy' ? 'box' : undefined)
  if (known) return packOf({ ...facts, name: plainFacts.name }, known)
  return thing ?? (kind === 'shop' ? (bare(signed) ?? '') : '')
}

/**
 * The picture of a product: an emoji, or the name of a composed picture: its base, up to three parts after dots, and a brand after a tilde.
 * What fits nothing gets the neutral picture of its kind of supplier.
 */
export const productPicture = (facts: PictureFacts): string => {
  const picture = facts.kind === 'restaurant' ? dishOf(facts) : goodsOf(facts)
  if (picture !== '') return picture
  const neutral = PLACEHOLDERS[facts.kind] ?? 'box'
  return PICTURE_NAME.test(neutral) ? written(neutral, [], facts.brand) : neutral
}
