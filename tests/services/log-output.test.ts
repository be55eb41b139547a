import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { createLogOutput } from '#server/process/log-output.ts'

/** Why nothing can be written; null: it can. */
let code: string | null
/** Bytes taken at once. */
let most: number
let text: string
const put = (bytes: Uint8Array): number => {
  if (code) throw Object.assign(new Error(code), { code })
  const taken = bytes.subarray(0, most)
  text += Buffer.from(taken).toString()
  if (most < bytes.length && most < 5) code = 'ENOSPC'
  return taken.length
}
beforeEach(() => {
  ;[code, most, text] = [null, 1_000, '']
})

test.each(['EPIPE', 'ENOSPC', 'EBADF', 'EIO'])('lines that cannot be written (%s) are counted, and said by the next that can', (fault) => {
  const { write, lost } = createLogOutput(put)
  write('first\n')
  code = fault
  for (let count = 0; count < 3; count += 1) write('lost\n')
  expect(lost()).toBe(3)
  code = null
  write('second\n')
  write('third\n')
  expect(text).toMatch(/^first\nsecond\n\d{4}-\S+Z error 3 lines could not be written since the start\nthird\n$/)
})

test('a line that is taken in parts is written once, and one that breaks off spoils no other', () => {
  const { write, lost } = createLogOutput(put)
  most = 5
  write('in three parts\n')
  expect(text).toBe('in three parts\n')
  most = 4
  write('broken off\n')
  expect([text, lost()]).toEqual(['in three parts\nbrok', 1])
  ;[code, most] = [null, 1_000]
  write('whole\n')
  expect(text).toMatch(/\nbrok\nwhole\n.* error 1 lines/)
})

test('a slow reader gets its lines later, in order, and only those that found room', async () => {
  const { write, lost } = createLogOutput(put)
  code = 'EAGAIN'
  for (let count = 1; count <= 2_010; count += 1) write(`line ${count}\n`)
  expect([lost(), text]).toEqual([10, ''])
  code = null
  await sleep(200)
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(2_001)
  expect([lines[0], lines[1_999]]).toEqual(['line 1', 'line 2000'])
  expect(lines[2_000]).toContain('10 lines could not be written')
})
