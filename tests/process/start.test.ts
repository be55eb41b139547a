import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
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
  test('prints one line with the address, the outbox and the data folder', async () => {
    const folder = newDataDir()
    const shop = await start({ DATA_DIR: folder })
    expect(shop.output().trim().split('\n').at(-1)).toBe(`Shuka is open at ${shop.url}, outbox ${shop.url}/outbox, data in ${folder}`)
    const health = (await (await fetch(`${shop.url}/api/health`)).json()) as { data: object }
    expect(health.data).toMatchObject({ status: 'ok', engine: 'pglite' })
  })

  test('a second process on the same folder says who holds it, and the first goes on', async () => {
    const folder = newDataDir()
    const shop = await start({ DATA_DIR: folder })
    const refusal = await start({ DATA_DIR: folder }).catch((cause: unknown) => String(cause))
    expect(refusal).toContain(String(shop.child.pid))
    expect(refusal).toContain(folder)
    expect((await fetch(`${shop.url}/api/health`)).status).toBe(200)
  })

  test('a killed process leaves no lock behind', async () => {
    const folder = newDataDir()
    const first = await start({ DATA_DIR: folder })
    await first.end('SIGKILL')
    const second = await start({ DATA_DIR: folder })
    expect((await fetch(`${second.url}/api/suppliers`)).status).toBe(200)
  })

  test.each([
    [{ PORT: 'many' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ SERVICE_FEE_PERCENT: '-3' }, 'SERVICE_FEE_PERCENT'],
    [{ SITE_URL: 'https://shuka.example' }, 'DEMO=1'],
    [{ WEB_CONCURRENCY: '4' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://127.0.0.1/copy' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ SITE_URL: 'foo' }, 'SITE_URL must be an origin'],
    [{ SITE_URL: 'javascript:alert' }, 'SITE_URL must be an origin'],
    [{ SITE_URL: 'https://localhost.shuka.example' }, 'DEMO=1'],
    [{ SITE_URL: 'https://10.shuka.example' }, 'DEMO=1'],
    [{ HOST: '999.1.1.1' }, 'HOST must be'],
    [{ HOST: 'shuka.example' }, 'HOST makes the shop public'],
    [{ SERVICE_FEE_FLOOR: '700' }, 'SERVICE_FEE_FLOOR'],
    [{ HOST: '203.0.113.7', DEMO: '1' }, 'HOST 203.0.113.7'],
    [{ MARKET_DIR: '/no/such/folder' }, 'MARKET_DIR'],
    [{ DATA_DIR: '/proc/shuka' }, 'DATA_DIR'],
    [{ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' }, 'DATABASE_URL']
  ] as [Record<string, string>, string][])('bad configuration %j stops the start and names the variable', async (env, word) => {
    const refusal = await start({ DATA_DIR: newDataDir(), ...env }).catch((cause: unknown) => String(cause))
    expect(refusal).toContain(word)
    expect(refusal).not.toContain('    at ')
    expect(refusal).not.toMatch(/hidden|"short"/)
  })

  test('a port in use is said in words', async () => {
    const shop = await start({ DATA_DIR: newDataDir() })
    const folder = newDataDir()
    const refusal = await start({ DATA_DIR: folder, PORT: new URL(shop.url).port }).catch((cause: unknown) => String(cause))
    expect(refusal).toContain(`PORT ${new URL(shop.url).port} is taken`)
    expect(existsSync(folder)).toBe(false)
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
    const shop = await start({ DATA_DIR: newDataDir() })
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
    const shop = await start({ DATA_DIR: newDataDir(), DRAIN_SECONDS: '1' })
    await fetch(`${shop.url}/api/health`)
    const ended = shop.end('SIGINT')
    shop.child.kill('SIGINT')
    await expect.poll(async () => (await fetch(`${shop.url}/api/ready`)).status).toBe(503)
    expect(await ended).toBe(0)
  })

  test('a second press does not wait', async () => {
    const shop = await start({ DATA_DIR: newDataDir(), DRAIN_SECONDS: '300' })
    const ended = shop.end('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 700))
    shop.child.kill('SIGINT')
    expect(await ended).toBe(1)
  })
})
