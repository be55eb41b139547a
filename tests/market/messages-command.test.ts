import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openPglite } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { acquireLock, DataFolderInUse } from '#server/process/lock.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { readOrder } from '#server/services/messages/orders.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'src/server/cli/messages.ts')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const run = (folder: string, ...words: string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => void (texts.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (texts.err += chunk.toString()))
    child.once('close', (code) => resolve({ code, ...texts }))
  })

test('an operator reads dead letters and sends them again, beside the running shop and without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-messages-'))
  folders.push(folder)
  fillEmptyFolder(folder)
  const lock = await acquireLock(folder, { operateMessages: (order) => operateMessages({ db: engine.db, now: Date.now }, order) })
  const engine = await openPglite(folder)
  const dead = {
    channel: 'email' as const,
    kind: 'order',
    recipient: 'ani@mail.am',
    body: 'Your order',
    anonymousId: '',
    state: 'failed' as const
  }
  const call = { channel: 'call' as const, kind: 'order', recipient: '+37491000001', body: 'Call about 100001', anonymousId: '' }
  await engine.db.insert(schema.messages).values([
    { ...dead, attempts: 10, reason: 'SMTP 451 EENVELOPE RCPT' },
    { ...call, state: 'waiting', expiresAt: new Date(Date.now() + 60_000) }
  ])
  const beside = await run(folder, 'dead')
  expect(beside).toMatchObject({ code: 0, err: '' })
  expect(beside.out).toMatch(/^1\t[\dT:-]+\tfailed\temail\torder\tani@mail\.am\t10 attempts\tSMTP 451 EENVELOPE RCPT\n$/)
  const running: unknown = await acquireLock(folder).catch((cause: unknown) => cause)
  if (!(running instanceof DataFolderInUse)) throw new Error(`expected a refusal, got ${String(running)}`)
  expect((await running.operateMessages({ verb: 'calls' })).join()).toMatch(/^2\t[\dT:-]+\t\+37491000001\tCall about 100001$/)
  expect(await running.operateMessages({ verb: 'called', id: 2 })).toEqual(['done'])
  await engine.close()
  await lock.release()
  expect((await run(folder, 'requeue', '1')).out).toBe('1 sent again\n')
  expect((await run(folder, '--', 'dead')).out).toBe('no dead letters\n')
  const given = { kind: 'order.placed', payload: {}, attempts: 3, reason: '22003 the database refused the data' }
  const other = await openPglite(folder)
  await other.db.insert(schema.events).values({ ...given, handledAt: new Date(), failedAt: new Date() })
  await other.close()
  expect((await run(folder, 'events')).out).toMatch(/^\d+\t[\dT:-]+\tgiven up\torder\.placed\t\t3 attempts\t22003 the database/)
  expect((await run(folder, 'retry', 'all')).out).toBe('1 tried again\n')
  expect((await run(folder, 'events')).out).toBe('every event reached its person\n')
  for (const words of [[], ['retry'], ['events', '1'], ['requeue'], ['requeue', '0'], ['dead', '1'], ['called', 'all'], ['drop', '1']])
    expect(readOrder(words)).toBeNull()
  expect(await run(folder, 'requeue', '0')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Usage:') as unknown })
})
