import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { acquireLock } from '#server/process/lock/lock.ts'
import { runCommand } from '#tests/support/command.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('staff command a shop that runs and one that does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-staff-'))
  folders.push(folder)
  fillEmptyFolder(folder)
  const operate = (program: string, words: readonly string[]): Promise<{ lines: string[]; failed: boolean }> =>
    words[0] === 'ready' ? Promise.reject(new Error('not yet')) : Promise.resolve({ lines: [program, ...words], failed: false })
  const lock = await acquireLock(folder, { operate })
  expect(await runCommand('orders', folder, '--', 'refuse', '100001', 'no', 'bread')).toEqual({
    code: 0,
    out: 'orders\nrefuse\n100001\nno\nbread\n',
    err: ''
  })
  expect(await runCommand('orders', folder, 'ready', '1')).toEqual({ code: 1, out: '', err: 'Nothing was done: not yet.\n' })
  await lock.release()
  expect(await runCommand('payments', folder, 'stuck')).toEqual({ code: 0, out: 'nothing is stuck\n', err: '' })
  expect(await runCommand('orders', folder, 'accept', '100001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no order 100001')
  })
  expect(await runCommand('payments', folder)).toMatchObject({ code: 1, err: expect.stringContaining('Usage: npm run') })
})
