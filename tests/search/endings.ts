// Other word endings of a query: what a person types when the word stands in a sentence in the head.
import type { Locale } from './damage.ts'

// ---- Armenian ----

// stems that lose a vowel before an ending
const armenianStems: Record<string, string> = {
  պանիր: 'պանր',
  ջուր: 'ջր',
  գարեջուր: 'գարեջր',
  միս: 'մս',
  բրինձ: 'բրնձ',
  նուռ: 'նռ',
  ալյուր: 'ալյուր',
  ածուխ: 'ածխ',
  ընկույզ: 'ընկուզ',
  թուղթ: 'թղթ',
  չիր: 'չր',
  մատիտ: 'մատիտ'
}
// words with an own declension: genitive, instrumental, ablative
const armenianOwn: Record<string, readonly string[]> = {
  ձու: ['ձվի', 'ձվով', 'ձվեր', 'ձուն'],
  գինի: ['գինու', 'գինով', 'գինիներ', 'գինին', 'գինուց'],
  օղի: ['օղու', 'օղիով', 'օղիներ', 'օղին', 'օղուց'],
  մաքրում: ['մաքրման', 'մաքրումը', 'մաքրումներ', 'մաքրումով'],
  նորոգում: ['նորոգման', 'նորոգումը', 'նորոգումներ', 'նորոգումով'],
  իշխան: ['իշխանի', 'իշխանը', 'իշխանով', 'իշխաններ', 'իշխանից'],
  տուն: ['տան', 'տունը', 'տնից']
}

function armenianWord(word: string): string[] {
  const own = armenianOwn[word]
  if (own) return [...own]
  if (word.endsWith('ներ')) return ['ը', 'ի', 'ով', 'ից'].map((ending) => word + ending).concat(word.slice(0, -3))
  const stem = armenianStems[word] ?? word
  const syllables = (word.match(/ու|[աեէըիոօ]/g) ?? []).length
  const plural = syllables === 1 ? stem + 'եր' : word + 'ներ'
  const plurals = [plural, plural + 'ը']
  if (/[աեոօ]$/.test(word)) return ['ն', 'յի', 'յով', 'յից'].map((ending) => word + ending).concat(word + 'ն', plurals)
  if (/(ու|ի)$/.test(word)) return ['ն', 'ով', 'ից'].map((ending) => word + ending).concat(word + 'ն', plurals)
  return ['ի', 'ով', 'ից'].map((ending) => stem + ending).concat(word + 'ը', word + 'ը', plurals)
}

/** The last word carries the ending. */
function armenian(query: string): string[] {
  const words = query.toLowerCase().split(' ')
  const last = words.at(-1) ?? ''
  if (!/^[ա-ֆև]{2,}$/.test(last)) return []
  return armenianWord(last).map((form) => [...words.slice(0, -1), form].join(' '))
}

// ---- Russian ----

type RussianForms = readonly (string | undefined)[] // genitive, instrumental, other number, accusative

const indeclinable = new Set(
  (
    'хинкали хачапури кофе суши латте капучино американо авокадо тирамису пюре лори харчо манго виски какао филе паста-песто ' +
    'эспрессо фри омега люля аджарски'
  ).split(' ')
)
const russianOwn: Record<string, RussianForms> = {
  яйца: ['яиц', 'яйцами', 'яйцо'],
  мед: ['меда', 'медом', undefined],
  огурцы: ['огурцов', 'огурцами', 'огурец'],
  сосиски: ['сосисок', 'сосисками', 'сосиска'],
  батарейки: ['батареек', 'батарейками', 'батарейка'],
  креветки: ['креветок', 'креветками', 'креветка'],
  крылышки: ['крылышек', 'крылышками', 'крылышко'],
  яблоки: ['яблок', 'яблоками', 'яблоко'],
  мешки: ['мешков', 'мешками', 'мешок'],
  макароны: ['макарон', 'макаронами', undefined],
  чипсы: ['чипсов', 'чипсами', undefined],
  гантели: ['гантелей', 'гантелями', 'гантель'],
  печенье: ['печенья', 'печеньем', undefined, 'печенья'],
  варенье: ['варенья', 'вареньем', undefined, 'варенья'],
  шампунь: ['шампуня', 'шампунем', 'шампуни'],
  уголь: ['угля', 'углем', undefined],
  пластырь: ['пластыря', 'пластырем', 'пластыри'],
  орех: ['ореха', 'орехом', 'орехи'],
  хлеб: ['хлеба', 'хлебом', 'хлебы', 'хлебов'],
  тан: ['тана', 'таном', undefined],
  рис: ['риса', 'рисом', undefined],
  корм: ['корма', 'кормом', 'корма'],
  бумага: ['бумаги', 'бумагой', undefined, 'бумагу'],
  хаш: ['хаша', 'хашем', undefined],
  парацетамол: ['парацетамола', 'парацетамолом', undefined],
  кофе: []
}

function russianAdjective(word: string): RussianForms | undefined {
  const stem = word.slice(0, -2)
  if (/[бвгдзклмнпрстфх]ый$|[гкх]ий$/.test(word))
    return [stem + 'ого', stem + (word.endsWith('ий') ? 'им' : 'ым'), stem + (word.endsWith('ий') ? 'ие' : 'ые'), undefined]
  if (/[гкднртсвлж]ой$/.test(word)) return [stem + 'ого', stem + 'ым', stem + 'ые', undefined]
  if (word.endsWith('ая')) return [stem + 'ой', stem + 'ой', stem + (/[гкхжшщч]$/.test(stem) ? 'ие' : 'ые'), stem + 'ую']
  if (word.endsWith('ое'))
    return [stem + 'ого', stem + (/[гкхжшщч]$/.test(stem) ? 'им' : 'ым'), stem + (/[гкхжшщч]$/.test(stem) ? 'ие' : 'ые'), undefined]
  if (/[ыи]е$/.test(word) && !/[ье]е$/.test(word)) return [word.slice(0, -1) + 'х', word.slice(0, -1) + 'ми', undefined, undefined]
  return undefined
}

function russianNoun(word: string): RussianForms | undefined {
  if (russianOwn[word]) return russianOwn[word]
  if (indeclinable.has(word)) return undefined
  const stem = word.slice(0, -1)
  const i = /[гкхжшщч]$/.test(stem) ? 'и' : 'ы'
  if (word.endsWith('а')) return [stem + i, stem + (/[цжшщч]$/.test(stem) ? 'ей' : 'ой'), stem + i, stem + 'у']
  if (word.endsWith('я')) return [stem + 'и', stem + 'ей', stem + 'и', stem + 'ю']
  if (word.endsWith('о')) return [stem + 'а', stem + 'ом', undefined, stem + 'у']
  if (word.endsWith('ь')) return [stem + 'и', stem + 'ью', stem + 'и', undefined]
  if (word.endsWith('й')) return [stem + 'я', stem + 'ем', stem + 'и', undefined]
  if (/[ыи]$/.test(word)) return [stem + 'ов', stem + 'ами', stem, undefined]
  if (/[бвгджзклмнпрстфхцчшщ]$/.test(word))
    return [word + 'а', word + (/[цчшщж]$/.test(word) ? 'ем' : 'ом'), word + (/[гкхжшщч]$/.test(word) ? 'и' : 'ы'), undefined]
  return undefined
}

/** The first noun and the adjectives around it agree; what follows them stays. */
function russian(query: string): string[] {
  const words = query.toLowerCase().split(' ')
  const head = words.findIndex((word) => !russianAdjective(word))
  const noun = head < 0 ? undefined : russianNoun(words[head] ?? '')
  const alone = head < 0 && words.length === 1 ? russianAdjective(words[0] ?? '') : undefined
  if (!noun) return (alone ?? []).filter((form) => form !== undefined)
  const forms = noun.map((form, which) => {
    if (form === undefined) return undefined
    let agreeing = true
    const changed = words.map((word, at) => {
      if (at === head) return form
      if (at > head + 1 || !russianAdjective(word)) return word
      const adjective = russianAdjective(word)?.[which]
      if (adjective === undefined) agreeing = false
      return adjective
    })
    return agreeing ? changed.join(' ') : undefined
  })
  return forms.filter((form) => form !== undefined)
}

// ---- English ----

const uncountable = new Set(
  'rice flour honey milk sugar butter buckwheat toothpaste ketchup spaghetti linen cleaning football brandy paracetamol fries khash matsun tan hats'.split(
    ' '
  )
)

function englishWord(word: string): string[] {
  if (/[^s]s$/.test(word) && !/(us|is)$/.test(word)) {
    const one = word.endsWith('ies')
      ? word.slice(0, -3) + 'y'
      : /(toes|shes|ches|xes|sses)$/.test(word)
        ? word.slice(0, -2)
        : word.slice(0, -1)
    return [one]
  }
  if (uncountable.has(word)) return []
  const many = /(s|x|ch|sh|z)$/.test(word) ? word + 'es' : /[^aeiou]y$/.test(word) ? word.slice(0, -1) + 'ies' : word + 's'
  return [many, many, word + "'s"]
}

/** The word before "with" carries the ending, else the last one. */
function english(query: string): string[] {
  const words = query.toLowerCase().split(' ')
  const link = words.findIndex((word) => ['with', 'for', 'in'].includes(word))
  const head = link > 0 ? link - 1 : words.length - 1
  const word = words[head] ?? ''
  if (!/^[a-z]{3,}$/.test(word)) return []
  return englishWord(word).map((form) => words.map((other, at) => (at === head ? form : other)).join(' '))
}

/** Every other form of the query this file knows; empty when it knows none. */
export function endingForms(locale: Locale, query: string): string[] {
  if (/\p{N}/u.test(query)) return []
  if (locale === 'hy') return armenian(query)
  return locale === 'ru' ? russian(query) : english(query)
}
