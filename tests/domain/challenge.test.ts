import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveChallenge } from '#client/solve-challenge.ts'
import { beginsWithZeros, puzzleText } from '#domain/limits/challenge.ts'
import { firstWordOf } from '#domain/limits/sha256.ts'

const wordOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

test('the hash in plain script is SHA-256 for every length of one block', () => {
  for (let length = 0; length <= 55; length += 1) {
    const text = 'Shuka ~ 0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJK'.slice(0, length)
    expect(firstWordOf(text), text).toBe(wordOf(text))
  }
})

test('the longest text of a puzzle fits one block', () => {
  expect(puzzleText('x'.repeat(16), 7, Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(55)
})

test('a solution begins every hash with the zeros that were asked for', async () => {
  const solution = await solveChallenge({ token: 'abcdefghijklmnop.10.1790000000.signature', bits: 10, count: 3 })
  const [, nonces = ''] = /^abcdefghijklmnop\.10\.1790000000\.signature\.(.+)$/.exec(solution) ?? []
  const words = nonces.split('-').map((nonce, puzzle) => wordOf(puzzleText('abcdefghijklmnop', puzzle, Number.parseInt(nonce, 36))))
  expect(words).toHaveLength(3)
  for (const word of words) expect(beginsWithZeros(word, 10)).toBe(true)
})

test('the solver lets the page breathe', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await solveChallenge({ token: 'abcdefghijklmnop.x', bits: 13, count: 4 })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
