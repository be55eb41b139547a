const ALPHABETS = [
  [/\p{Script=Armenian}/u, [...'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ']],
  [/\p{Script=Cyrillic}/u, [...'абвгдежзийклмнопрстуфхцчшщъыьэюя']],
  [/[a-z]/, [...'abcdefghijklmnopqrstuvwxyz']]
] as const
const LONGEST = 16

/**
 * Every word that one slip of a finger makes of this one: a letter left out, doubled by another, struck wrongly, or two in the wrong order.
 * In letters and not in sounds, because a slip inside of "ch" or "ու" makes quite another sound. None for words of other alphabets.
 */
export const slipsOf = (word: string): Set<string> => {
  const letters = [...word.toLowerCase()]
  const slips = new Set<string>()
  const alphabet = ALPHABETS.find(([script]) => letters.every((letter) => script.test(letter)))?.[1]
  if (!alphabet || letters.length < 3 || letters.length > LONGEST) return slips
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('')
    const after = letters.slice(at).join('')
    const [first = '', second = ''] = letters.slice(at, at + 2)
    const rest = letters.slice(at + 1).join('')
    if (first) slips.add(before + rest)
    if (second) slips.add(before + second + first + letters.slice(at + 2).join(''))
    for (const letter of alphabet) {
      slips.add(before + letter + after)
      if (first) slips.add(before + letter + rest)
    }
  }
  slips.delete(letters.join(''))
  return slips
}
