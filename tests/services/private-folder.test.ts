import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPglite } from '#server/db/engine.ts'

const parent = mkdtempSync(join(tmpdir(), 'shuka-private-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test.skipIf(process.platform === 'win32')(
  'only the shop’s user enters its data folder, also one that was open to all',
  async () => {
    const folder = join(parent, 'data')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    await (await openPglite(folder)).close()
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  },
  60_000
)
