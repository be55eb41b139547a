import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'

let running: Shop[] = []
afterEach(async () => {
  for (const shop of running) await shop.end('SIGKILL')
  running = []
})

test('a start after a kill checks the ledger and says the outcome; one after a stop does not', async () => {
  const env = { DATA_DIR: copyDataFolder(), LOG: 'info' }
  const start = async (): Promise<Shop> => {
    const shop = await startShop({ ...env, PORT: String(await freePort()) })
    running.push(shop)
    return shop
  }
  const checks = (shop: Shop): number => shop.output().split('ledger: the ledger adds up').length - 1
  const atWork = (): boolean => existsSync(join(env.DATA_DIR, 'at-work'))

  const first = await start()
  // None was made since the last night.
  await expect.poll(() => checks(first), { timeout: 20_000 }).toBe(1)
  expect(await first.end()).toBe(0)
  expect(atWork()).toBe(false)

  const second = await start()
  await expect.poll(atWork, { timeout: 20_000 }).toBe(true)
  await second.end('SIGKILL')
  expect(checks(second)).toBe(0)

  const third = await start()
  await expect.poll(() => checks(third), { timeout: 20_000 }).toBe(1)
  const ready = (await (await fetch(`${third.url}/api/ready`)).json()) as { data: object }
  expect(ready.data).toMatchObject({ status: 'ready', ledgerDifferences: 0 })
  await third.end()
})
