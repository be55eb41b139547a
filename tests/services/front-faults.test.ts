import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createFront } from '#server/front/front.ts'
import { routeOf } from '#server/front/routes.ts'
import { createLog } from '#server/process/log.ts'
import { startFront } from '#tests/support/front-server.ts'
import { ROOT } from '#tests/support/sources.ts'

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

test('faults of pages and calls are logged without queries, and without a line that a visitor wrote', async () => {
  const lines: string[] = []
  const broken = (): Promise<never> => Promise.reject(new Error('broken\n2026-11-25T00:00:00.000Z error FORGED'))
  const front = await startFront({}, { render: broken, api: broken, log: createLog({ LOG: 'info' }, (line) => void lines.push(line)) })
  const forged = encodeURIComponent('\n2026-11-25T00:00:00.000Z error FORGED')
  for (const word of ['zzterm', 'zz@marked.example', '%2B37494555123', forged])
    for (const path of ['/en/search?term=', '/en/restaurants/a?city=', '/api/messages/reports/', '/api/search?term=']) {
      const { status } = await front.ask(path + word)
      expect(status, path).toBe(500)
    }
  await front.close()
  // The folder's own name, which may hold anything, stands in traces.
  const written = lines.join('').replaceAll(ROOT, '').trimEnd().split('\n')
  expect(written.filter((line) => / error (page|GET) /.test(line)).length).toBeGreaterThanOrEqual(12)
  expect(written.filter((line) => /zz|94555123|^\S+ error FORGED/.test(line))).toEqual([])
})

test('slashes at the end are dropped, however many; those inside are somebody else’s address', () => {
  const many = '/'.repeat(15_000)
  expect(routeOf(`/restaurants${many}`, new URLSearchParams())).toEqual({ kind: 'redirect', to: '/restaurants' })
  expect(routeOf(`/x${many}y`, new URLSearchParams())).toMatchObject({ kind: 'missing' })
})
