import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FolderRefused, folderRefusal, isFolderFull } from '#server/db/data-folder.ts'
import { openPglite } from '#server/db/engine.ts'
import { createFullDisk } from '#server/db/full-disk.ts'
import { codeOf } from '#server/services/core/fail.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'
import { testWhere } from '#tests/support/test-where.ts'

const MEGABYTE = 1_000_000
/** With tables and no rows, to be copied. */
const database = newDataDir()
beforeAll(async () => (await openPglite(database)).close())
const start = async (folder: string) => startShop({ DATA_DIR: folder, PORT: String(await freePort()) })
const refusalOf = async (folder: string): Promise<string> => {
  const result = await start(folder).catch((cause: unknown) => String(cause))
  return typeof result === 'string' ? result : result.end().then(() => 'it opened')
}
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (cause: unknown) => cause
  )

describe('a data folder', () => {
  test('of somebody else is refused by its name, and nothing is written into it', async () => {
    const folder = newDataDir()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'thesis.txt'), 'years of work')
    const refusal = await refusalOf(folder)
    expect(refusal).toContain(`ended with 2:\nDATA_DIR ${folder} has files that are not this shop's (thesis.txt).`)
    expect(refusal).not.toContain('    at ')
    expect(readdirSync(folder)).toEqual(['thesis.txt'])
  })

  test('whose first start was broken off is begun again', async () => {
    const folder = newDataDir()
    mkdirSync(join(folder, 'global'), { recursive: true })
    mkdirSync(join(folder, 'pictures'))
    for (const name of ['first-start', 'PG_VERSION', 'global/pg_control', 'pictures/one']) writeFileSync(join(folder, name), '17')
    const engine = await openPglite(folder)
    await engine.db.execute(sql`select count(*) from products`)
    await engine.close()
    expect(existsSync(join(folder, 'first-start'))).toBe(false)
    expect(existsSync(join(folder, 'pictures/one'))).toBe(true)
  })

  test('with a damaged database is named with the cure, and nothing is deleted', async () => {
    const folder = newDataDir()
    cpSync(database, folder, { recursive: true })
    const missing = `${folder}-without-version`
    cpSync(folder, missing, { recursive: true })
    rmSync(join(missing, 'PG_VERSION'))
    truncateSync(join(folder, 'global/pg_control'), 100)
    const refusal = await refusalOf(folder)
    expect(refusal).toContain(`ended with 2:\nThe database in DATA_DIR ${folder} is damaged and cannot be opened (`)
    expect(refusal).toContain(`Restore a backup, such as the newest in ${join(folder, 'backups')}`)
    expect(refusal).not.toContain('    at ')
    expect(existsSync(join(folder, 'base'))).toBe(true)
    await expect(openPglite(missing)).rejects.toThrow(/is damaged and cannot be opened \(its file PG_VERSION is missing\)/)
    expect(existsSync(join(missing, 'PG_VERSION'))).toBe(false)
  })
})

describe('a full disk', () => {
  test('is told from damage by the error or by the free space', () => {
    const full = [
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      { name: 'ErrnoError', errno: 51 },
      new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' }) })
    ]
    for (const cause of full)
      expect(String(folderRefusal('/data', cause, () => 30 * MEGABYTE))).toContain(
        'The disk of DATA_DIR /data is full (30 MB are free). Free 200 MB'
      )
    expect(String(folderRefusal('/data', new Error('Aborted()'), () => MEGABYTE))).toContain('is full (1 MB are free)')
    expect(String(folderRefusal('/data', new Error('Aborted()'), () => 30 * MEGABYTE))).toContain(
      'is damaged and cannot be opened (Aborted())'
    )
    expect([10, 30].map((free) => isFolderFull('/data', () => free * MEGABYTE))).toEqual([true, false])
  })

  test('of a server counts for some seconds after a call has failed by it', () => {
    let now = 0
    const disk = createFullDisk(null, () => now)
    disk.report(new Error('other'))
    expect(disk.isFull()).toBe(false)
    disk.report(Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' }))
    expect(disk.isFull()).toBe(true)
    now = 5_000
    expect(disk.isFull()).toBe(false)
  })

  /** Disks of memory, which are full in a moment. Without the right to mount them only the tests above are made. */
  const mounts: string[] = []
  const smallDisk = (megabytes: number): string | null => {
    const folder = mkdtempSync(join(tmpdir(), 'shuka-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' })
    } catch {
      return null
    }
    mounts.push(folder)
    return join(folder, 'data')
  }
  const diskTest = testWhere(smallDisk(1) !== null, 'mounting needs root')
  afterAll(() => {
    for (const folder of mounts) {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })

  diskTest('at the first start is named with the folder and the cure', async () => {
    const folder = smallDisk(8) ?? ''
    const failure = await failureOf(openPglite(folder))
    expect(failure).toBeInstanceOf(FolderRefused)
    expect(String(failure)).toMatch(/The disk of DATA_DIR \S+ is full \(\d+ MB are free\)\. Free 200 MB there/)
  })

  diskTest('later makes the shop say that it is not ready, and why, until there is space again', async () => {
    const folder = smallDisk(160) ?? ''
    cpSync(database, folder, { recursive: true })
    const shop = await start(folder)
    const ready = async (): Promise<[number, string | undefined]> => {
      const answer = await fetch(`${shop.url}/api/ready`)
      const { data } = (await answer.json()) as { data: { status?: string; reason?: string } }
      return [answer.status, data.status ?? data.reason]
    }
    expect(await ready()).toEqual([200, 'ready'])
    const ballast = join(dirname(folder), 'ballast')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4 * MEGABYTE))
    expect(await ready()).toEqual([503, 'disk'])
    expect((await fetch(`${shop.url}/api/health`)).status).toBe(200)
    rmSync(ballast)
    expect(await ready()).toEqual([200, 'ready'])
    expect(await shop.end()).toBe(0)
  })

  diskTest('fails a write as a database that is away, and the database goes on afterwards', async () => {
    const folder = smallDisk(120) ?? ''
    cpSync(database, folder, { recursive: true })
    const engine = await openPglite(folder)
    await engine.exec('create table filler (text text)')
    const ballast = join(dirname(folder), 'ballast')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - MEGABYTE))
    const fill = () => engine.db.execute(sql`insert into filler select repeat(md5(n::text), 30) from generate_series(1, 5000) n`)
    expect(codeOf(await failureOf(fill()))).toBe('DATABASE_AWAY')
    rmSync(ballast)
    await fill()
    await engine.close()
  })
})
