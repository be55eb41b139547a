import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

const run = (install: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { logUnhandledRejections } from ${JSON.stringify(join(ROOT, 'src/server/process/left-promises.ts'))}
      ${install}
      for (const name of ['first', 'second']) Promise.reject(new Error(name))
      setTimeout(() => console.log('still here'), 50)`
    ],
    { encoding: 'utf8' }
  )

test('a promise nobody waits for is logged and counted, and the process goes on', () => {
  const { status, stdout } = run('logUnhandledRejections((level, text, cause) => console.log(level, text, cause.message))')
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toEqual([
    'error unhandled rejection (1 since the start) first',
    'error unhandled rejection (2 since the start) second',
    'still here'
  ])
  expect(run('').status).toBe(1)
})

test('one place of the whole shop decides about it', () => {
  const places = sourcesOf('src').filter(({ text }) => /'(unhandledRejection|uncaughtException)'/.test(text))
  expect(places.map(({ path }) => path)).toEqual(['src/server/process/left-promises.ts'])
})
