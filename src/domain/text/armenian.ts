/** Endings of Armenian names (spec section 5). Names in other letters take the ending after a hyphen, as newspapers do. */

const ARMENIAN_LETTER = /[\u0561-\u0587]$/
const VOWEL = /(?:[աեէըիոօ]|ու)$/
const FOREIGN_VOWEL = /[aeiouyаеёиоуыэюя\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00f6\u00f9-\u00fc]$/
/** Vowels that take "յ" before another vowel: Աննա, Աննայի. */
const TAKES_Y = /[աոօ]$/
const FOREIGN_TAKES_Y = /[aoаоя\u00e0-\u00e5\u00f2-\u00f6]$/
/** Two (երկու) is the only digit whose name ends in a vowel; zero only when alone. */
const VOWEL_NUMBER = /(?:^|\D)0$|2$/

/** Names with irregular stems. */
const GENITIVES: Record<string, string> = {
  Գյումրի: 'Գյումրու',
  Ալավերդի: 'Ալավերդու',
  Մարտունի: 'Մարտունու',
  Վեդի: 'Վեդու',
  Բաքու: 'Բաքվի',
  Էջմիածին: 'Էջմիածնի'
}
const LOCATIVES: Record<string, string> = { Բաքու: 'Բաքվում', Էջմիածին: 'Էջմիածնում' }

interface Ending {
  /** Returns the final sound of a name, in lower case, without closing quotes. */
  sound: string
  armenian: boolean
  /** '' after an Armenian letter, otherwise '-'. */
  joint: string
}

const endingOf = (name: string): Ending => {
  const lower = name.trim().toLowerCase()
  const sound = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  const armenian = ARMENIAN_LETTER.test(sound)
  return { sound, armenian, joint: armenian && sound === lower ? '' : '-' }
}

/** Definite article by the last sound: "Աննան", "Արամը", "«Արարատ»-ը", "Glovo-ն". */
export const withDefiniteArticle = (name: string): string => {
  const { sound, armenian, joint } = endingOf(name)
  const vowel = armenian ? VOWEL : /\d$/.test(sound) ? VOWEL_NUMBER : FOREIGN_VOWEL
  return `${name.trim()}${joint}${vowel.test(sound) ? 'ն' : 'ը'}`
}

const withY = ({ sound, armenian }: Ending): string => ((armenian ? TAKES_Y : FOREIGN_TAKES_Y).test(sound) ? 'յ' : '')

/** Genitive: "Արամի", "Աննայի", "Գյումրու". Common nouns with changing stems (տուն, տան) are not declined: quote such a name. */
export const genitive = (name: string): string => {
  const clean = name.trim()
  const irregular = GENITIVES[clean]
  if (irregular !== undefined) return irregular
  if (clean.endsWith('ություն')) return `${clean.slice(0, -3)}ան`
  const ending = endingOf(clean)
  return `${clean}${ending.joint}${withY(ending)}ի`
}

/** Locative: "Երևանում", "Գյումրիում", "Մոսկվայում". */
export const inLocative = (city: string): string => {
  const clean = city.trim()
  const ending = endingOf(clean)
  return LOCATIVES[clean] ?? `${clean}${ending.joint}${withY(ending)}ում`
}
