import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PICTURES_BASE } from '#domain/pictures.ts'
import { createFiles } from '#server/front/files.ts'

describe('a composed picture that the build has not drawn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-pictures-'))
  const base = PICTURES_BASE
  mkdirSync(join(folder, base, '96'), { recursive: true })
  for (const name of ['pizza', 'pizza.ham', 'pizza.ham.olive~own', '96/jar']) writeFileSync(join(folder, base, `${name}.webp`), name)
  const files = createFiles(folder, [])
  const server = createServer((req, res) => {
    if (!files(req, res, req.url ?? '')) res.writeHead(404).end()
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`
  })
  afterAll(() => void server.close())

  test.each([
    ['pizza.ham.olive~own', 'pizza.ham.olive~own', /immutable/],
    ['pizza.ham.olive~other', 'pizza.ham', /must-revalidate/],
    ['pizza.corn.egg.ham', 'pizza', /must-revalidate/],
    ['96/jar.cherry~other', '96/jar', /must-revalidate/]
  ])('%s is answered with %s', async (asked, answered, caching) => {
    const answer = await fetch(`${url}/${asked}.webp`)
    expect([answer.status, await answer.text()]).toEqual([200, answered])
    expect(answer.headers.get('cache-control')).toMatch(caching)
  })

  test('is not found when there is no such base, or no such folder', async () => {
    for (const asked of ['soup.ham', '64/pizza', '1f355.ham', 'Pizza.ham', `${'a.'.repeat(5_000)}a`])
      expect((await fetch(`${url}/${asked}.webp`)).status, asked.slice(0, 20)).toBe(404)
  })
})
