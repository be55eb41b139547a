/** Keys of a desktop keyboard, row by row, in each layout; a space is a key without a letter. */
export const LAYOUTS = {
  latin: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
  russian: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
  phonetic: [' էթփձջւևրչճ ժ', 'քոեռտըւիօպխծշ', 'ասդֆգհյկլ; ', 'զղցվբնմ,․/'],
  eastern: ['  ձյ      օռժ', 'խւէրտեըիոպչջ ', 'ասդֆքհճկլթփ', 'զցգվբնմշղծ'],
  typewriter: [' ֆձ       օէղ', 'ճփբսմուկըթծց ', 'ջվգեանիտհպր', 'ժդչյզլքխշռ']
} as const
/** Characters of the bracket and punctuation keys with shift. */
const SHIFTED: Record<string, string> = { '~': '`', '{': '[', '}': ']', '|': '\\', ':': ';', '"': "'", '<': ',', '>': '.', '?': '/' }

export type Layout = keyof typeof LAYOUTS
const keysOf = (layout: Layout): string[] => [...LAYOUTS[layout].join('')]

/** A letter that occurs twice is looked up in the lower row, which has the letters. */
const between = (from: Layout, to: Layout): Map<string, string> => {
  const written = keysOf(to)
  const table = new Map<string, string>()
  for (const [key, letter] of keysOf(from).entries()) {
    const other = written[key]
    if (letter !== ' ' && other !== undefined && other !== ' ') table.set(letter, other)
  }
  return table
}

const ARMENIAN: readonly Layout[] = ['phonetic', 'eastern', 'typewriter']
const pairs = (froms: readonly Layout[], tos: readonly Layout[]): Map<string, string>[] =>
  froms.flatMap((from) => tos.map((to) => between(from, to)))

/** From the active layout to those possibly intended. */
const TABLES = {
  latin: pairs(['latin'], ['russian', ...ARMENIAN]),
  russian: pairs(['russian'], ['latin', ...ARMENIAN]),
  armenian: pairs(ARMENIAN, ['latin', 'russian'])
}

const scriptOf = (text: string): keyof typeof TABLES | null => {
  const counts = {
    latin: text.match(/[a-z]/g)?.length ?? 0,
    russian: text.match(/[\u0430-\u044f\u0451]/g)?.length ?? 0,
    armenian: text.match(/[\u0561-\u0587]/g)?.length ?? 0
  }
  const max = Math.max(...Object.values(counts))
  return max === 0 ? null : ((Object.keys(counts) as (keyof typeof counts)[]).find((script) => counts[script] === max) ?? null)
}

/**
 * Returns what the same keys write in other layouts: "gbwwf" is also "пицца". Armenian phonetic, Eastern and typewriter, Russian, and
 * QWERTY. Lower case; without the text itself and readings without letters. Empty for a text without letters.
 */
export const readingsInOtherLayouts = (text: string): string[] => {
  const lower = text.toLowerCase().replace(/[~{}|:"<>?]/g, (mark) => SHIFTED[mark] ?? mark)
  const script = scriptOf(lower)
  if (!script) return []
  const readings = TABLES[script].map((table) => [...lower].map((letter) => table.get(letter) ?? letter).join(''))
  return [...new Set(readings)].filter((reading) => reading !== lower && /\p{L}/u.test(reading))
}
