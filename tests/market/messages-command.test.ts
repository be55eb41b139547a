import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createAdapters } from '#server/adapters/create.ts'
import { readConfig } from '#server/config.ts'
import { openPglite, type Engine } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { Kernel } from '#server/kernel.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { acquireLock, DataFolderInUse } from '#server/process/lock/lock.ts'
import { operate } from '#server/process/operate.ts'
import { readOrder } from '#server/services/messages/orders.ts'
import { pipeToCommand, runCommand } from '#tests/support/command.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const inFolder = async <T>(folder: string, work: (db: Engine['db']) => Promise<T>): Promise<T> => {
  const engine = await openPglite(folder)
  try {
    return await work(engine.db)
  } finally {
    await engine.close()
  }
}
const run = (folder: string, ...words: string[]) => runCommand('messages', folder, ...words)

test('an operator reads dead letters and sends them again, beside the running shop and without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-messages-'))
  folders.push(folder)
  fillEmptyFolder(folder)
  let kernel: Kernel | null = null
  const lock = await acquireLock(folder, {
    operate: (command, words) => {
      if (!kernel) throw new Error('not open')
      return operate(kernel, command, words)
    }
  })
  const engine = await openPglite(folder)
  const config = readConfig({ ...process.env, DATA_DIR: folder, DATABASE_URL: '' })
  const adapters = await createAdapters(engine, config, Date.now)
  kernel = createKernel({ config, engine, adapters, now: Date.now, log: () => undefined })
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
  const asked = async (...words: string[]) => (await running.operate('messages', words)).lines
  expect((await asked('calls')).join()).toMatch(/^2\t[\dT:-]+\t\+37491000001\tCall about 100001$/)
  expect(await asked('called', '2')).toEqual(['done'])
  await expect(asked('called', 'all')).rejects.toThrow('no such')
  await engine.close()
  await lock.release()
  expect((await run(folder, 'requeue', '1')).out).toBe('1 sent again\n')
  const given = { kind: 'order.placed', payload: {}, attempts: 3, reason: '22003 the database refused the data' }
  const other = await openPglite(folder)
  await other.db.insert(schema.events).values({ ...given, handledAt: new Date(), failedAt: new Date() })
  const reopened = createKernel({ config, engine: other, adapters, now: Date.now, log: () => undefined })
  const lines = async (...words: string[]): Promise<string> => (await operate(reopened, 'messages', words)).lines.join()
  expect(await lines('dead')).toBe('no dead letters')
  expect(await lines('events')).toMatch(/^\d+\t[\dT:-]+\tgiven up\torder\.placed\t\t3 attempts\t22003 the database/)
  expect(await lines('retry', 'all')).toBe('1 tried again')
  await other.close()
  expect((await run(folder, '--', 'events')).out).toBe('every event reached its person\n')
  const [sent] = await inFolder(folder, (db) =>
    db
      .insert(schema.messages)
      .values({ ...dead, state: 'sent' })
      .returning({ key: schema.messages.key })
  )
  const returned = `Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n\nMessage-ID: <${sent?.key ?? ''}@shuka.am>\n`
  expect((await pipeToCommand(returned, 'messages', folder, 'bounced', '-')).out).toBe('1 came back\n')
  expect((await pipeToCommand(returned, 'messages', folder, 'bounced', '-')).out).toBe('0 came back\n')
  expect(await pipeToCommand('I am on holiday', 'messages', folder, 'bounced', '-')).toEqual({ code: 0, out: '0 came back\n', err: '' })
  expect((await run(folder, 'dead')).out).toContain('\tundelivered\temail\torder\tani@mail.am\t0 attempts\tcame back')
  for (const words of [
    [],
    ['bounced'],
    ['bounced', '1'],
    ['retry'],
    ['events', '1'],
    ['requeue'],
    ['requeue', '0'],
    ['dead', '1'],
    ['called', 'all'],
    ['drop', '1']
  ])
    expect(readOrder(words)).toBeNull()
  expect(await run(folder, 'requeue', '0')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Usage:') as unknown })
})
