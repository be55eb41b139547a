import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { acquireLock, DataFolderInUse } from '#server/process/lock/lock.ts'
import { COMPILED_ONCE, runCommand } from '#tests/support/command.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket } from '#tests/support/market-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const HOLDER = join(ROOT, 'tests/support/hold-lock.ts')
const FLAGS = ['--disable-warning=ExperimentalWarning']

const folders: string[] = []
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  removeMarkets()
})

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-lock-'))
  folders.push(folder)
  return folder
}
const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
/** Starts a process that wants the folder; answers its first line. */
const start = (folder: string, ...options: string[]): { child: ChildProcess; said: Promise<string> } => {
  const child = spawn(process.execPath, [...FLAGS, HOLDER, folder, ...options], { env: COMPILED_ONCE, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const said = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code} and ${text}`)))
  })
  return { child, said }
}
const runImport = (folder: string, path: string) => runCommand('import', folder, path)
const refusal = async (folder: string): Promise<DataFolderInUse> => {
  const cause: unknown = await acquireLock(folder).catch((error: unknown) => error)
  if (!(cause instanceof DataFolderInUse)) throw new Error(`expected a refusal, got ${String(cause)}`)
  return cause
}

describe('a data folder belongs to one process', () => {
  it('a second one is told who has it', async () => {
    const folder = newFolder()
    const { child, said } = start(folder)
    expect(await said).toBe('held')
    const { holder, message } = await refusal(folder)
    expect(holder).toMatchObject({ pid: child.pid, address: 'http://127.0.0.1:4321' })
    expect(Date.parse(holder?.since ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(message).toContain(`in use by process ${child.pid}, since 20`)
    expect(message).toContain('http://127.0.0.1:4321')
  })

  it('by whatever path it comes', async () => {
    const folder = newFolder()
    const lock = await acquireLock(folder)
    await expect(acquireLock(join(folder, '..', folder.split('/').at(-1) ?? ''))).rejects.toThrow(DataFolderInUse)
    await lock.release()
    await (await acquireLock(folder)).release()
    expect(readdirSync(join(folder, 'lock'))).toEqual([])
  })

  it('after kill -9 it is free at once, and nothing is left of the dead', async () => {
    const folder = newFolder()
    const { child, said } = start(folder)
    await said
    child.kill('SIGKILL')
    await ended(child)
    expect(readdirSync(join(folder, 'lock'))).toHaveLength(1)
    const lock = await acquireLock(folder)
    expect(readdirSync(join(folder, 'lock'))).toHaveLength(1)
    await expect(acquireLock(folder)).rejects.toThrow(DataFolderInUse)
    await lock.release()
  })

  it('of many that start at once over a dead one, exactly one gets it', async () => {
    const folder = newFolder()
    const dead = start(folder)
    await dead.said
    dead.child.kill('SIGKILL')
    await ended(dead.child)
    const said = await Promise.all(Array.from({ length: 5 }, () => start(folder).said))
    expect(said.filter((text) => text === 'held')).toHaveLength(1)
    expect(said.filter((text) => text.includes('in use by'))).toHaveLength(4)
  })

  it('of many in one process too, again and again', async () => {
    const folder = newFolder()
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.allSettled(Array.from({ length: 6 }, () => acquireLock(folder)))
      const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(locks).toHaveLength(1)
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataFolderInUse)
      for (const lock of locks) await lock.release()
    }
  })

  it('a path longer than the address of a socket may be', async () => {
    const folder = join(newFolder(), 'a-rather-long-name-of-a-folder'.repeat(4), 'and-one-more'.repeat(6))
    mkdirSync(folder, { recursive: true })
    const { child, said } = start(folder)
    expect(await said).toBe('held')
    expect((await refusal(folder)).holder?.pid).toBe(child.pid)
  })

  it('a stopped process still has it', async () => {
    const folder = newFolder()
    const { child, said } = start(folder)
    await said
    child.kill('SIGSTOP')
    const { message, holder } = await refusal(folder)
    expect(holder).toBeNull()
    expect(message).toContain('a process that does not answer')
    child.kill('SIGCONT')
  })

  it('rubbish on the socket harms nobody', async () => {
    const folder = newFolder()
    const lock = await acquireLock(folder)
    const path = join(folder, 'lock', readdirSync(join(folder, 'lock'))[0] ?? '')
    const say = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let answer = ''
        const socket = createConnection(path, () => socket.write(text))
        socket.on('data', (chunk) => void (answer += chunk.toString()))
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(answer))
      })
    expect(await say('hello\n')).toContain('unknown request')
    expect(await say('null\n')).toContain('unknown request')
    expect(await say('{"type":"import","path":5}\n')).toContain('unknown request')
    expect(await say('{"type":"import","path":"/x"}\n')).toContain('takes in no market')
    expect(await say('x'.repeat(100_000))).toBe('')
    await expect(acquireLock(folder)).rejects.toThrow(DataFolderInUse)
    await lock.release()
  })
})

describe('market:import', () => {
  it('opens a free folder itself, and frees it again', async () => {
    const folder = join(newFolder(), 'new')
    const root = writeMarket(goodMarket())
    const first = await runImport(folder, root)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/6 products of 2 suppliers in .* 6 added, 0 changed/)
    expect((await runImport(folder, root)).out).toContain('nothing changed')
    await (await acquireLock(folder)).release()
  })

  it('goes through the process that has the folder', async () => {
    const folder = newFolder()
    fillEmptyFolder(folder)
    const { child, said } = start(folder, 'database')
    expect(await said).toBe('held')
    const done = await runImport(folder, writeMarket(goodMarket()))
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toContain(`The shop is running at http://127.0.0.1:4321 (process ${child.pid})`)
    expect(done.out).toContain('6 added')
    const faulty = await runImport(folder, writeMarket(edit(goodMarket(), 'market.yaml', 'lat: 40.1777', 'lat: 55')))
    expect(faulty.code).toBe(1)
    expect(faulty.err).toMatch(
      /market\.yaml:2: cities\[0\]\.lat: is 55, expected a number from 38.8 to 41.4\n1 fault; nothing was changed\./
    )
    child.stdin?.write('stop\n')
    await ended(child)
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    expect(readdirSync(join(folder, 'lock'))).toEqual([])
  })

  it('says what is wrong with its path', async () => {
    const folder = newFolder()
    const missing = await runImport(folder, join(folder, 'nowhere'))
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.err).toContain(`${join(folder, 'nowhere')}: there is no such folder`)
  })
})
