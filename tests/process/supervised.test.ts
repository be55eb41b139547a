import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, NPM_START, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { testWhere } from '#tests/support/test-where.ts'

const INSTALLED = '/opt/shuka/'
const read = (name: string): string => readFileSync(join(ROOT, 'src/server/deploy', name), 'utf8')
/** The command of the unit file, from the program on. */
const [program = '', ...args] = (/^ExecStart=(.+)$/m.exec(read('shuka.service'))?.[1] ?? '').split(' ')

test('the unit file and the image run one command, with the pinned Node, and the README names it', () => {
  expect(existsSync(join(ROOT, program.replace(INSTALLED, '')))).toBe(true)
  expect(JSON.parse(/^CMD (.+)$/m.exec(read('Containerfile'))?.[1] ?? '')).toEqual([program, ...args])
  expect(readFileSync(join(ROOT, 'src/server/README.md'), 'utf8')).toContain([program.replace(INSTALLED, ''), ...args].join(' '))
})

test.each([
  ['the command of the unit file', args],
  ['the command of npm start, without npm', NPM_START]
])('a SIGTERM to %s ends the shop and all its processes', async (_, command) => {
  const shop = await startShop({ PORT: String(await freePort()), DATA_DIR: copyDataFolder() }, 60_000, undefined, command)
  expect((await fetch(`${shop.url}/api/health`)).status).toBe(200)
  expect(await shop.end('SIGTERM')).toBe(0)
  await expect(fetch(`${shop.url}/api/health`)).rejects.toThrow()
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
testWhere(hasSystemd, 'there is no systemd')('systemd reads the unit file', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(ROOT, 'src/server/deploy/shuka.service')], { encoding: 'utf8' })
  // The program is not installed on this machine.
  expect(stderr.split('\n').filter((line) => /shuka\.service:\d+|Unknown|Failed to parse/.test(line))).toEqual([])
})
