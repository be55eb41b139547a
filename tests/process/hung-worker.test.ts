import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import { openPostgres } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'
import { childrenOf, lineToEach } from '#tests/support/worker-lines.ts'

const CONTACT = 'hung@worker.example'
/** A code leaves within 15 seconds on a machine with nothing else to do. */
const MAX_MS = 60_000

let shop: Shop | null = null
let stopped = 0
afterEach(async () => {
  // It would wait forever.
  if (existsSync(`/proc/${stopped}`)) process.kill(stopped, 'SIGKILL')
  await shop?.end('SIGKILL')
})

postgresTest(
  'the jobs of a worker that hangs go to another, and it is replaced; the others lose nothing',
  { timeout: 240_000 },
  async () => {
    const databaseUrl = await copyDatabase()
    const { url, child, output, end } = (shop = await startShop({
      DATABASE_URL: databaseUrl,
      WEB_CONCURRENCY: '2',
      PORT: String(await freePort())
    }))
    const engine = await openPostgres(databaseUrl, 2)
    const workers = () => childrenOf(child.pid ?? 0)
    const lines = await lineToEach(url, workers, 2)
    // The first worker runs the jobs.
    stopped = Math.min(...workers())
    const other = lines.find(({ pid }) => pid !== stopped)
    if (!other) throw new Error('no line to another worker')
    process.kill(stopped, 'SIGSTOP')
    const since = performance.now()
    const body = JSON.stringify({ type: 'email', contact: CONTACT })
    const headers = { 'content-type': 'application/json', 'session-id': 'a-guest-who-waits-for-a-code' }
    expect((await other.ask('/api/users/pin/send', { method: 'POST', headers, body })).status).toBe(200)
    const { messages } = schema
    const read = () => engine.db.select({ state: messages.state }).from(messages).where(eq(messages.recipient, CONTACT))
    const statuses = new Set<number>()
    const stateOfCode = async (): Promise<string | undefined> => {
      statuses.add((await other.ask('/api/suppliers?type=1')).status)
      return (await read())[0]?.state
    }
    await expect.poll(stateOfCode, { timeout: MAX_MS }).toBe('sent')
    const took = performance.now() - since
    expect(took).toBeGreaterThan(5_000)
    await expect.poll(workers, { timeout: MAX_MS }).not.toContain(stopped)
    await expect.poll(() => workers().length, { timeout: MAX_MS }).toBe(2)
    expect([...statuses]).toEqual([200])
    expect(output()).toContain(`worker ${stopped} has said nothing for 8 s and is killed`)
    expect(output()).toContain(`worker ${stopped} ended (SIGKILL); another takes its place`)
    const [replaced] = workers().filter((pid) => !lines.some((line) => line.pid === pid))
    expect(replaced).toBeGreaterThan(0)
    for (const line of [...lines, ...(await lineToEach(url, workers, 2))]) line.close()
    await engine.close()
    expect(await end()).toBe(0)
  }
)
