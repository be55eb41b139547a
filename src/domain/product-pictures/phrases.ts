/** What a phrase of a text stands for, and which of its words it takes. */
export interface Found<Value> {
  value: Value
  at: number
  length: number
}
export type Phrases<Value> = (words: readonly string[]) => Found<Value>[]

const MAX_WORDS = 3

/** The words of an English text, small, without accents and in the singular, as the vocabularies have them. */
export const wordsOf = (text: string): string[] => {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f’']/g, '')
  return (plain.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).map(singular)
}

const singular = (word: string): string => {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:oes|ches|shes|sses|xes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** A vocabulary: phrases of up to three words, divided by commas, for each value. Returns the longest phrases of a text, in its order. */
export const phrases = <Value extends string>(table: Record<Value, string>): Phrases<Value> => {
  const known = new Map<string, Value>()
  for (const [value, list] of Object.entries(table) as [Value, string][])
    for (const phrase of list.split(',')) known.set(wordsOf(phrase).join(' '), value)
  return (words) => {
    const found: Found<Value>[] = []
    for (let at = 0; at < words.length;) {
      let length = Math.min(MAX_WORDS, words.length - at)
      let value = known.get(words.slice(at, at + length).join(' '))
      while (value === undefined && length > 1) value = known.get(words.slice(at, at + --length).join(' '))
      if (value === undefined) at += 1
      else {
        found.push({ value, at, length })
        at += length
      }
    }
    return found
  }
}
