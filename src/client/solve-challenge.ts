import { beginsWithZeros, formatSolution, idOfChallenge, puzzleText, type Challenge } from '#domain/limits/challenge.ts'
import { firstWordOf } from '#domain/limits/sha256.ts'

/** Longest work without a break, in milliseconds: shorter than a frame, so that the page stays smooth. */
const SLICE_MS = 8
const TRIES = 64

/** Lets the browser paint and answer. A timer would wait up to a second in a tab in the background; a message does not. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/** Tries nonces in slices. Returns the header's text. */
export const solveChallenge = async ({ token, bits, count }: Pick<Challenge, 'token' | 'bits' | 'count'>): Promise<string> => {
  const id = idOfChallenge(token)
  const nonces: number[] = []
  let nonce = 0
  let began = performance.now()
  while (nonces.length < count) {
    for (let tries = 0; tries < TRIES && nonces.length < count; tries += 1) {
      const isFound = beginsWithZeros(firstWordOf(puzzleText(id, nonces.length, nonce)), bits)
      if (isFound) nonces.push(nonce)
      nonce = isFound ? 0 : nonce + 1
    }
    if (performance.now() - began < SLICE_MS) continue
    await breathe()
    began = performance.now()
  }
  return formatSolution(token, nonces)
}
