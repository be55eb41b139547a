import { closeSync, openSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase, copyDataFolder } from '#tests/support/prepared-data.ts'
import { buyAtShop, newPerson } from '#tests/support/shop-client.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'
import { childrenOf, lineToEach } from '#tests/support/worker-lines.ts'

let shop: Shop
afterEach(() => shop.end('SIGKILL'))

const start = async (env: Record<string, string>, stderr?: number): Promise<void> => {
  shop = await startShop({ PORT: String(await freePort()), LOG: 'info', ...env }, undefined, undefined, undefined, stderr)
}
const LINES = 15
/** Has that many lines logged, some by every worker. */
const makeLines = async (): Promise<void> => {
  const body = JSON.stringify({ code: 'opened', message: 'x'.repeat(400) })
  const headers = { 'Content-Type': 'application/json', 'Session-Id': 'a'.repeat(32), connection: 'close' }
  for (let count = 0; count < LINES; count += 1)
    expect((await fetch(`${shop.url}/api/auth/log`, { method: 'POST', body, headers })).status).toBe(200)
}
const lostLines = async (): Promise<number> => {
  const answer = await fetch(`${shop.url}/api/ready`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { lostLogLines: number } }).data.lostLogLines
}
const buy = async (phone: string): Promise<void> => {
  const person = await newPerson(() => shop.url, phone)
  const menu = await person.call(catalogue.products, { query: { supplierId: 902 } })
  const water = menu.items.find(({ code }) => code === 'WATER')
  expect((await buyAtShop(person, water?.id ?? 0, 3)).orderNumber).not.toBe('')
}

test('a shop whose log has no reader any more sells on, and says how many lines are lost', async () => {
  await start({ DATA_DIR: copyDataFolder() })
  shop.child.stderr?.destroy()
  await makeLines()
  expect(await lostLines()).toBeGreaterThanOrEqual(LINES)
  await buy('+37491009101')
  expect(shop.child.exitCode).toBeNull()
})

postgresTest('a full disk under the log ends no process, neither at the start nor later', async () => {
  const full = openSync('/dev/full', 'w')
  await start({ DATABASE_URL: await copyDatabase(), WEB_CONCURRENCY: '2' }, full)
  closeSync(full)
  const workers = (): number[] => childrenOf(shop.child.pid ?? 0)
  for (const line of await lineToEach(shop.url, workers, 2)) line.close()
  const before = workers()
  await makeLines()
  await expect.poll(lostLines).toBeGreaterThan(0)
  await buy('+37491009102')
  expect(workers()).toEqual(before)
})
