// Damages a correct query the way people do. Deterministic: the same locale, class, query and attempt give the same result.
import { endingForms } from './endings.ts'

export type Locale = 'hy' | 'en' | 'ru'
export type DamageClass = 'typo' | 'transliteration' | 'layout' | 'ending'
export type Random = () => number

export const damageClasses: readonly DamageClass[] = ['typo', 'transliteration', 'layout', 'ending']

/** A seeded source of numbers in [0, 1): a hash of the text starts mulberry32. */
export function randomOf(text: string): Random {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

// ---- typo ----

// the letter rows of the keyboard of each language, the rows start under one another
const letterRows: Record<Locale, readonly string[]> = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ru: ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  hy: ['էթփձջւ՝րչճ՝ժ', 'քոեռտըւիօպխծշ', 'ասդֆգհյկլ', 'զղցվբնմ']
}

function neighbours(locale: Locale, letter: string): string[] {
  const rows = letterRows[locale]
  const row = rows.findIndex((keys) => keys.includes(letter))
  if (row < 0) return []
  const column = [...(rows[row] ?? '')].indexOf(letter)
  const near = [
    rows[row]?.[column - 1],
    rows[row]?.[column + 1],
    rows[row - 1]?.[column],
    rows[row - 1]?.[column + 1],
    rows[row + 1]?.[column],
    rows[row + 1]?.[column - 1]
  ]
  return near.filter((key) => key !== undefined && /\p{L}/u.test(key)) as string[]
}

function keystrokeError(locale: Locale, letters: string[], at: number, random: Random): string[] {
  const letter = letters[at] ?? ''
  const before = letters.slice(0, at)
  const after = letters.slice(at + 1)
  const kind = random()
  if (kind < 0.27 && after.length > 0) return [...before, after[0] ?? '', letter, ...after.slice(1)]
  if (kind < 0.54) return [...before, ...after]
  if (kind < 0.72) return [...before, letter, letter, ...after]
  const near = neighbours(locale, letter)
  return near.length > 0 ? [...before, pick(near, random), ...after] : [...before, ...after]
}

function typo(locale: Locale, query: string, random: Random): string | undefined {
  const words = [...query.matchAll(/\p{L}{4,}/gu)]
  if (words.length === 0) return undefined
  const word = pick(words, random)
  let letters = [...word[0]]
  const length = letters.length
  const first = random() < 0.08 ? 0 : 1 + Math.floor(random() * (length - 1))
  letters = keystrokeError(locale, letters, first, random)
  if (length > 6 && random() < 0.4) {
    // the second error lies at least two keys away from the first one
    const places = letters.map((_, place) => place).filter((place) => place > 0 && Math.abs(place - first) > 2)
    if (places.length > 0) letters = keystrokeError(locale, letters, pick(places, random), random)
  }
  return query.slice(0, word.index) + letters.join('') + query.slice(word.index + word[0].length)
}

// ---- layout ----

// the same keys in the same order on every layout: digits row from 1, then three letter rows
const keys: Record<'qwerty' | 'russian' | 'phonetic' | 'phoneticR' | 'eastern', string> = {
  qwerty: "1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  russian: '1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.',
  phonetic: 'էթփձջւևրչճ-ժքոեռտըւիօպխծշասդֆգհյկլ;՛զղցվբնմ,․/', // Windows and macOS: 8 is ր
  phoneticR: 'էթփձջւևռչճ-ժքոերտըւիօպխծշասդֆգհյկլ;՛զղցվբնմ,․/', // the other custom: r is ր
  eastern: '։ձյ՛,-․«»օռժխւէրտեըիոպչջ՞ասդֆքհճկլթփզցգվբնմշղծ' // Windows: the typewriter order
}
type Layout = keyof typeof keys

function retype(text: string, meant: Layout, active: Layout): string | undefined {
  let typed = ''
  for (const character of text.toLowerCase()) {
    const key = [...keys[meant]].lastIndexOf(character)
    if (character === ' ') typed += ' '
    else if (character === 'և' && meant === 'eastern') typed += active === 'qwerty' ? '&' : '?' // shift and 7
    else if (key < 0) return undefined
    else typed += [...keys[active]][key] ?? ''
  }
  return typed
}

// what the person meant to type on and what was on; more frequent pairs stand more than once
const wrongLayouts: Record<Locale, readonly (readonly [Layout, Layout])[]> = {
  ru: [
    ['russian', 'qwerty'],
    ['russian', 'qwerty'],
    ['russian', 'qwerty'],
    ['russian', 'qwerty'],
    ['russian', 'eastern'],
    ['russian', 'phonetic']
  ],
  hy: [
    ['phonetic', 'qwerty'],
    ['phonetic', 'qwerty'],
    ['phoneticR', 'qwerty'],
    ['eastern', 'qwerty'],
    ['eastern', 'qwerty'],
    ['eastern', 'russian'],
    ['eastern', 'russian']
  ],
  en: [
    ['qwerty', 'russian'],
    ['qwerty', 'russian'],
    ['qwerty', 'phonetic'],
    ['qwerty', 'eastern']
  ]
}

function layout(locale: Locale, query: string, random: Random): string | undefined {
  if (/\p{N}/u.test(query)) return undefined
  const [meant, active] = pick(wrongLayouts[locale], random)
  return retype(query, meant, active)
}

// ---- transliteration ----

// how a letter is written in four habits: plain, chat, french-like (Russian: j for й), english-like
type Habits = readonly [string, string, string, string]
const armenianLatin: Record<string, Habits> = Object.fromEntries(
  (
    'ու:u,u,ou,oo և:ev,ev,ev,yev ա:a,a,a,a բ:b,b,b,b գ:g,g,g,g դ:d,d,d,d ե:e,e,e,e զ:z,z,z,z է:e,e,e,e ը:y,@,e,y թ:t,t,th,t ' +
    'ժ:zh,j,j,zh ի:i,i,i,i լ:l,l,l,l խ:kh,x,kh,kh ծ:ts,c,ts,ts կ:k,k,k,k հ:h,h,h,h ձ:dz,dz,dz,dz ղ:gh,x,gh,gh ճ:ch,ch,tch,ch ' +
    'մ:m,m,m,m յ:y,y,y,y ն:n,n,n,n շ:sh,w,sh,sh ո:o,o,o,o չ:ch,4,tch,ch պ:p,p,p,p ջ:j,j,dj,j ռ:r,r,r,rr ս:s,s,s,s վ:v,v,v,v ' +
    'տ:t,t,t,t ր:r,r,r,r ց:ts,c,c,ts փ:p,p,ph,p ք:k,q,k,k օ:o,o,o,o ֆ:f,f,f,f'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1).split(',') as unknown as Habits])
)
const armenianCyrillic: Record<string, string> = Object.fromEntries(
  (
    'ու:у և:ев յա:я յու:ю յո:ё ա:а բ:б գ:г դ:д ե:е զ:з է:э ը:ы թ:т ժ:ж ի:и լ:л խ:х ծ:ц կ:к հ:х ձ:дз ղ:г ճ:ч մ:м յ:й ն:н շ:ш ' +
    'ո:о չ:ч պ:п ջ:дж ռ:р ս:с վ:в տ:т ր:р ց:ц փ:п ք:к օ:о ֆ:ф'
  )
    .split(' ')
    .map((entry) => entry.split(':'))
)
const russianLatin: Record<string, Habits> = Object.fromEntries(
  (
    'а:a,a,a,a б:b,b,b,b в:v,v,v,v г:g,g,g,g д:d,d,d,d е:e,e,e,e ё:e,e,jo,yo ж:zh,j,zh,zh з:z,z,z,z и:i,i,i,i й:y,i,j,y к:k,k,k,k ' +
    'л:l,l,l,l м:m,m,m,m н:n,n,n,n о:o,o,o,o п:p,p,p,p р:r,r,r,r с:s,s,s,s т:t,t,t,t у:u,u,u,u ф:f,f,f,f х:h,x,h,kh ц:c,c,c,ts ' +
    'ч:ch,4,ch,ch ш:sh,w,sh,sh щ:sch,sh,sch,shch ъ:,,, ы:y,i,y,y ь:,,,’ э:e,e,e,e ю:yu,u,ju,yu я:ya,ya,ja,ya'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 1), entry.slice(2).replace('’', "'").split(',') as unknown as Habits])
)
// how words of Armenian and Georgian origin in English names are also written in Latin
const latinVariants: Record<string, readonly string[]> = {
  kh: ['x', 'h', 'x'],
  ts: ['c', 'c', 'tz'],
  sh: ['sh', 'w', 'ch'],
  gh: ['x', 'g', 'gh'],
  zh: ['j', 'zh'],
  ch: ['4', 'tch', 'ch'],
  dz: ['tz', 'dz'],
  j: ['dj', 'j'],
  u: ['ou', 'oo', 'u', 'u'],
  y: ['i', 'y', 'y'],
  q: ['k'],
  k: ['q', 'k', 'k', 'k', 'k']
}
const latinCyrillic: Record<string, string> = Object.fromEntries(
  (
    'kh:х ts:ц sh:ш zh:ж ch:ч gh:г dz:дз ya:я yu:ю a:а b:б c:к d:д e:е f:ф g:г h:х i:и j:дж k:к l:л m:м n:н o:о p:п q:к r:р s:с t:т ' +
    'u:у v:в w:в x:х y:й z:з'
  )
    .split(' ')
    .map((entry) => entry.split(':'))
)

/** Replaces the longest known pieces of a word from the left; what is unknown stays. */
function byPieces(word: string, longest: number, replace: (piece: string, at: number) => string | undefined): string {
  let result = ''
  for (let at = 0; at < word.length;) {
    let taken = 1
    let text: string | undefined
    for (let size = longest; size > 0 && text === undefined; size -= 1) {
      const piece = word.slice(at, at + size)
      if (piece.length < size) continue
      text = replace(piece, at)
      taken = size
    }
    result += text ?? word.slice(at, at + 1)
    at += taken
  }
  return result
}

function habitual(table: Record<string, Habits>, query: string, random: Random): string {
  const habit = Math.floor(random() * 4)
  const word = (text: string) =>
    byPieces(text, 2, (piece, at) => {
      const ways = table[piece]
      if (!ways) return undefined
      if (at === 0 && piece === 'ո') return 'vo'
      if (at === 0 && piece === 'ե' && habit > 1) return 'ye'
      return random() < 0.12 ? pick(ways, random) : (ways[habit] ?? piece)
    })
  // a doubled pair is written once: պիցցա is "pica", "picca" or "pitsa"
  return query
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, word)
    .replaceAll('tsts', 'ts')
    .replaceAll('khkh', 'kh')
}

function transliteration(locale: Locale, query: string, random: Random, native: readonly string[]): string | undefined {
  if (locale === 'ru') return habitual(russianLatin, query, random)
  if (locale === 'hy') {
    if (random() < 0.7) return habitual(armenianLatin, query, random)
    return query
      .toLowerCase()
      .replaceAll(/\p{L}+/gu, (word) => byPieces(word, 2, (piece, at) => (at === 0 && piece === 'ո' ? 'во' : armenianCyrillic[piece])))
  }
  if (native.length === 0) return undefined
  const lower = query.toLowerCase()
  const whole = lower.split(' ').every((word) => native.includes(word))
  const cyrillic = whole && randomOf(`script ${query}`)() < 0.25
  if (cyrillic) return lower.replaceAll(/\p{L}+/gu, (word) => byPieces(word, 2, (piece) => latinCyrillic[piece]))
  return lower
    .split(' ')
    .map((word) =>
      native.includes(word) ? byPieces(word, 2, (piece) => (latinVariants[piece] ? pick(latinVariants[piece], random) : undefined)) : word
    )
    .join(' ')
}

// ---- all ----

/** One damaged form of the query, or undefined when this class does not apply to it. `native`: words an English query shares with Armenian. */
export function damage(
  kind: DamageClass,
  locale: Locale,
  query: string,
  attempt: number,
  native: readonly string[] = []
): string | undefined {
  const random = randomOf(`${kind} ${locale} ${query} ${attempt}`)
  if (kind === 'typo') return typo(locale, query, random)
  if (kind === 'layout') return layout(locale, query, random)
  if (kind === 'transliteration') return transliteration(locale, query, random, native)
  const forms = endingForms(locale, query)
  return forms.length > 0 ? pick(forms, random) : undefined
}
