import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openPostgres } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { freePort, startShop } from './shop-process.ts'
import { childrenOf, lineToEach } from './worker-lines.ts'

const CONTACT = 'hung@worker.example'
const MAX_MS = 60_000

export interface HungWorker {
  /** How long a code for signing in took that was asked for at that moment; null: longer than a minute. */
  codeMs: number | null
  /** What the other worker answered meanwhile. */
  statuses: Set<number>
  isReplaced: boolean
  pid: number
  output: string
  exitCode: number | null
}

/** Starts a shop of two workers on a database and stops the one that runs the jobs by a signal, as a fault of the machine would. */
export const hangWorker = async (databaseUrl: string): Promise<HungWorker> => {
  const shop = await startShop({ DATABASE_URL: databaseUrl, WEB_CONCURRENCY: '2', PORT: String(await freePort()) })
  const engine = await openPostgres(databaseUrl, 2)
  const workers = () => childrenOf(shop.child.pid ?? 0)
  // The first worker runs the jobs.
  const pid = Math.min(...workers())
  try {
    const lines = await lineToEach(shop.url, workers, 2)
    const other = lines.find((line) => line.pid !== pid)
    if (!other) throw new Error('no line to another worker')
    process.kill(pid, 'SIGSTOP')
    const since = performance.now()
    const body = JSON.stringify({ type: 'email', contact: CONTACT })
    const headers = { 'content-type': 'application/json', 'session-id': 'a-guest-who-waits-for-a-code' }
    const statuses = new Set([(await other.ask('/api/users/pin/send', { method: 'POST', headers, body })).status])
    const { messages } = schema
    const isSent = async (): Promise<boolean> => {
      statuses.add((await other.ask('/api/suppliers?type=1')).status)
      const [row] = await engine.db.select({ state: messages.state }).from(messages).where(eq(messages.recipient, CONTACT))
      return row?.state === 'sent'
    }
    const codeMs = (await within(MAX_MS, isSent)) ? performance.now() - since : null
    const isReplaced = await within(MAX_MS, () => workers().length === 2 && !workers().includes(pid))
    const now = isReplaced ? await lineToEach(shop.url, workers, 2) : []
    for (const line of [...lines, ...now]) line.close()
    await engine.close()
    const exitCode = await shop.end()
    return { codeMs, statuses, isReplaced, pid, output: shop.output(), exitCode }
  } finally {
    // It would wait forever.
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
    await shop.end('SIGKILL')
  }
}

const within = async (ms: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > until) return false
    await sleep(50)
  }
  return true
}
