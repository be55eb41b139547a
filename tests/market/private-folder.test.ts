import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openPglite } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'

const parent = mkdtempSync(join(tmpdir(), 'shuka-private-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test.skipIf(process.platform === 'win32')(
  'only the shop’s user enters its data folder, also one that was open to all; few of its pages are held in memory',
  async () => {
    const folder = join(parent, 'data')
    fillEmptyFolder(folder)
    chmodSync(folder, 0o755)
    const engine = await openPglite(folder)
    const rows = await rowsOf(engine.db, sql`show shared_buffers`)
    await engine.close()
    expect(rows).toEqual([{ shared_buffers: '32MB' }])
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  },
  60_000
)
