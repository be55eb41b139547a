import { atom } from 'nanostores'
import { announce } from '#stores/announce.ts'
import { challengeHook } from '#stores/environment.ts'
import { isNumber, isShape, isText } from '#stores/shape.ts'

/** True while this browser solves a challenge. */
const $isSolving = atom(false)
export { $isSolving }

const isChallenge = isShape({ token: isText, bits: isNumber, count: isNumber })

/** The solver is loaded with the first challenge. */
export const solve = async (challenge: unknown): Promise<string> => {
  if (!isChallenge(challenge)) return ''
  $isSolving.set(true)
  try {
    void announce('auth:solving')
    const { solveChallenge } = await import('#client/solve-challenge.ts')
    return await solveChallenge(challenge)
  } finally {
    $isSolving.set(false)
  }
}

challengeHook.solve = solve
