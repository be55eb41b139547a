import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyShop } from '#tests/support/shop-copy.ts'

let root = ''
beforeAll(() => {
  root = copyShop()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
const current = (): string => readFileSync(join(root, 'dist/current'), 'utf8')

/** `npm run build`; a signal is sent to it once it says that it builds. */
const build = (env: Record<string, string>, signal?: NodeJS.Signals): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['src/server/cli/run.js', 'build'], { cwd: root, env: { ...process.env, ...env } })
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (signal && output.includes('Building')) setTimeout(() => child.kill(signal), 700)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => resolve({ code, output }))
  })

test('a build that is interrupted leaves the one that was there, and says so', async () => {
  const before = current()
  const { code, output } = await build({ SITE_URL: 'http://127.0.0.1:9' }, 'SIGTERM')
  expect(output).toContain('interrupted')
  expect(code).toBe(143)
  expect(current()).toBe(before)
  expect(readdirSync(join(root, 'dist')).filter((name) => name.startsWith('.'))).toEqual([])
})

test('bad configuration is said before anything is built', async () => {
  const before = current()
  const { code, output } = await build({ SITE_URL: 'foo' })
  expect(code).not.toBe(0)
  expect(output).toContain('SITE_URL must be an origin')
  expect(output).not.toContain('Building')
  expect(current()).toBe(before)
})
