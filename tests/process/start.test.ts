import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'

let running: Shop[] = []
afterEach(async () => {
  for (const shop of running) await shop.end('SIGKILL')
  running = []
})
const start = async (env: Record<string, string>): Promise<Shop> => {
  const shop = await startShop({ PORT: String(await freePort()), ...env })
  running.push(shop)
  return shop
}

describe('starting', () => {
  test('prints one line with its addresses; another on its folder or port is refused in words; once it is killed, its folder opens again', async () => {
    const folder = newDataDir()
    const shop = await start({ DATA_DIR: folder })
    expect(shop.output().trim().split('\n').at(-1)).toBe(`Shuka is open at ${shop.url}, outbox ${shop.url}/outbox, data in ${folder}`)
    const health = (await (await fetch(`${shop.url}/api/health`)).json()) as { data: object }
    expect(health.data, 'neither engine nor version for strangers').toEqual({ status: 'ok' })

    const onItsFolder = await start({ DATA_DIR: folder }).catch((cause: unknown) => String(cause))
    expect(onItsFolder).toContain(String(shop.child.pid))
    expect(onItsFolder).toContain(folder)
    const unused = newDataDir()
    const onItsPort = await start({ DATA_DIR: unused, PORT: new URL(shop.url).port }).catch((cause: unknown) => String(cause))
    expect(onItsPort).toContain(`PORT ${new URL(shop.url).port} is taken`)
    expect(existsSync(unused)).toBe(false)
    expect((await fetch(`${shop.url}/api/health`)).status).toBe(200)

    await shop.end('SIGKILL')
    const second = await start({ DATA_DIR: folder })
    expect((await fetch(`${second.url}/api/suppliers`)).status).toBe(200)
  })

  // One of each place that refuses; every other sentence stands in tests/services/config-refusals.test.ts, by the same reading function.
  test.each([
    [{ SECRET: 'short' }, 'SECRET'],
    [{ MARKET_DIR: '/no/such/folder' }, 'MARKET_DIR'],
    [{ DATA_DIR: '/proc/shuka' }, 'DATA_DIR'],
    [{ HOST: '203.0.113.7', DEMO: '1' }, 'HOST 203.0.113.7']
  ] as [Record<string, string>, string][])('bad configuration %j stops the start and names the variable', async (env, word) => {
    const refusal = await start({ DATA_DIR: copyDataFolder(), ...env }).catch((cause: unknown) => String(cause))
    expect(refusal).toContain(word)
    expect(refusal).not.toContain('    at ')
    expect(refusal).not.toMatch(/hidden|"short"/)
  })

  test('a folder that is a file is refused with its name', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'shuka-')), 'file')
    await import('node:fs/promises').then(({ writeFile }) => writeFile(file, ''))
    const refusal = await start({ DATA_DIR: file }).catch((cause: unknown) => String(cause))
    expect(refusal).toContain(file)
  })
})

describe('stopping', () => {
  test('a running request ends, live streams close, the exit code is 0', async () => {
    const shop = await start({ DATA_DIR: copyDataFolder() })
    const answers = Promise.all(
      Array.from({ length: 20 }, () => fetch(`${shop.url}/api/products?supplierId=1`).then((answer) => answer.status))
    )
    await fetch(`${shop.url}/api/health`)
    const code = await shop.end('SIGTERM')
    expect(code).toBe(0)
    expect(new Set(await answers)).toEqual(new Set([200]))
    await expect(fetch(`${shop.url}/api/health`)).rejects.toThrow()
  })

  test('one press of Ctrl-C, which the terminal and npm both pass on, is one: what runs is answered', async () => {
    const shop = await start({ DATA_DIR: copyDataFolder(), DRAIN_SECONDS: '5' })
    await fetch(`${shop.url}/api/health`)
    const ended = shop.end('SIGINT')
    shop.child.kill('SIGINT')
    await expect.poll(async () => (await fetch(`${shop.url}/api/ready`)).status).toBe(503)
    expect(await ended).toBe(0)
  })

  test('a second press does not wait', async () => {
    const shop = await start({ DATA_DIR: copyDataFolder(), DRAIN_SECONDS: '300' })
    const ended = shop.end('SIGINT')
    // A busy machine would make one of two signals that are both still on their way.
    await expect.poll(async () => (await fetch(`${shop.url}/api/ready`)).status).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, 700))
    shop.child.kill('SIGINT')
    expect(await ended).toBe(1)
  })
})
