import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { removeOldBuilds } from '#server/process/builds.js'
import { copyShop } from '#tests/support/shop-copy.ts'
import { freePort, shopAt, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { childrenOf, lineToEach } from '#tests/support/worker-lines.ts'

const DIST = join(ROOT, 'dist')
const current = (): string => readFileSync(join(DIST, 'current'), 'utf8')

let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

/** A folder of builds, the oldest first. */
const distOf = (...names: string[]): string => {
  const dist = mkdtempSync(join(tmpdir(), 'shuka-dist-'))
  for (const name of names) mkdirSync(join(dist, name, 'client'), { recursive: true })
  return dist
}
/** Holding a build touches its folder: what is old must look old. */
const age = (dist: string, ...names: string[]): void => {
  for (const [order, name] of names.entries()) utimesSync(join(dist, name), 1_000 + order, 1_000 + order)
}
const buildsIn = (dist: string): string[] => readdirSync(dist).sort()

/** A process that serves a build; ends with its standard input. */
const holder = async (build: string): Promise<ChildProcess> => {
  const code = `import { markBuildServed } from ${JSON.stringify(join(ROOT, 'src/server/process/builds.js'))}
    markBuildServed(${JSON.stringify(build)}); console.log('held'); process.stdin.on('end', () => process.exit(0)).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  await new Promise((held) => child.stdout.once('data', held))
  return child
}
const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once('exit', done))

test('the newest builds stay, and of the others those that somebody still serves', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const dist = distOf(...names)
  const [served, killed, left] = [await holder(join(dist, 'a')), await holder(join(dist, 'b')), await holder(join(dist, 'c'))]
  killed.kill('SIGKILL')
  left.stdin?.end()
  await Promise.all([ended(killed), ended(left)])
  age(dist, ...names)
  removeOldBuilds(dist, 'd', 3)
  expect(buildsIn(dist)).toEqual(['a', 'd', 'e', 'f'])
  served.stdin?.end()
  await ended(served)
  age(dist, ...names.filter((name) => existsSync(join(dist, name))))
  removeOldBuilds(dist, 'd', 3)
  expect(buildsIn(dist)).toEqual(['d', 'e', 'f'])
  rmSync(dist, { recursive: true })
})

test('a number that another process has now holds nothing of what a killed one served', async () => {
  const dist = distOf('a', 'b')
  // In a container every start may have the same number: what this one says of itself alone is true.
  const child = await holder(join(dist, 'b'))
  mkdirSync(join(dist, 'a/.served-by'))
  writeFileSync(join(dist, `a/.served-by/${process.pid}`), '')
  const { markBuildServed } = await import('#server/process/builds.js')
  markBuildServed(join(dist, 'b'))
  age(dist, 'a', 'b')
  removeOldBuilds(dist, 'b', 1)
  expect(buildsIn(dist)).toEqual(['b'])
  expect(readdirSync(join(dist, 'b/.served-by')).sort()).toEqual([String(process.pid), String(child.pid)].sort())
  rmSync(dist, { recursive: true })
})

test('a shop holds its build while it runs, and any number of newer ones does not take it away', async () => {
  const name = current()
  const shop = await startShop({ API_URL: 'http://127.0.0.1:9/api', PORT: String(await freePort()) })
  const held = join(DIST, name, '.served-by', String(shop.child.pid))
  try {
    expect(existsSync(held)).toBe(true)
  } finally {
    expect(await shop.end()).toBe(0)
  }
  expect(existsSync(held)).toBe(false)
})

test('a worker that takes the place of another serves the same build, whatever was built meanwhile', async () => {
  const name = current()
  const newer = `${name.split('-')[0] ?? ''}-test${process.pid}`
  const env = { API_URL: 'http://127.0.0.1:9/api', WEB_CONCURRENCY: '2', LOG: 'silent' }
  const root = copyShop()
  const dist = join(root, 'dist')
  const shop = await startShop({ ...env, PORT: String(await freePort()) }, 60_000, undefined, shopAt(root))
  const workers = (): number[] => childrenOf(shop.child.pid ?? 0)
  try {
    const lines = await lineToEach(shop.url, workers, 2)
    const before = new Set(workers())
    cpSync(join(dist, name), join(dist, newer), { recursive: true })
    rmSync(join(dist, newer, '.served-by'), { recursive: true, force: true })
    writeFileSync(join(dist, newer, 'client/newer.txt'), 'newer')
    writeFileSync(join(dist, 'current'), newer)
    for (const line of lines) line.close()
    process.kill(lines[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => workers().some((pid) => !before.has(pid)), { timeout: 20_000 }).toBe(true)
    const after = await lineToEach(shop.url, workers, 2)
    expect(after.some(({ pid }) => !before.has(pid))).toBe(true)
    for (const line of after) expect([line.pid, (await line.ask('/newer.txt')).text.includes('newer')]).toEqual([line.pid, false])
    for (const line of after) line.close()
  } finally {
    await shop.end()
    rmSync(root, { recursive: true, force: true })
  }
})
