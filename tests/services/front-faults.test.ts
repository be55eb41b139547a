import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createFront } from '#server/front/front.ts'
import { routeOf } from '#server/front/routes.ts'

test('a file that cannot be read costs its own answer, not the process', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'shuka-front-'))
  const errors: string[] = []
  mkdirSync(join(dist, 'client/_astro'), { recursive: true })
  for (const name of ['gone', 'there']) writeFileSync(join(dist, `client/_astro/${name}.js`), 'let plain')
  const front = await createFront({
    config: readConfig({ LOG: 'silent' }),
    dist,
    api: (_req, res) => void res.end('api'),
    apiFetch: () => Promise.reject(new Error('no page asks')),
    render: () => Promise.reject(new Error('no page is asked for')),
    now: () => 1_000_000_000,
    log: (level, text, cause) => void (level === 'error' && errors.push(`${text} ${String(cause)}`))
  })
  rmSync(join(dist, 'client/_astro/gone.js'))
  const server = createServer(front.listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_astro`
  try {
    expect((await fetch(`${at}/gone.js`)).status).toBe(500)
    expect(errors).toEqual([expect.stringContaining('ENOENT')])
    expect(await (await fetch(`${at}/there.js`)).text()).toBe('let plain')
  } finally {
    await new Promise((done) => server.close(done))
    rmSync(dist, { recursive: true, force: true })
  }
})

test('slashes at the end are dropped, however many; those inside are somebody else’s address', () => {
  const many = '/'.repeat(15_000)
  expect(routeOf(`/restaurants${many}`, new URLSearchParams())).toEqual({ kind: 'redirect', to: '/restaurants' })
  expect(routeOf(`/x${many}y`, new URLSearchParams())).toMatchObject({ kind: 'missing' })
})
