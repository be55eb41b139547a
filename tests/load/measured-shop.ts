import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabaseAt, startLocalPostgres, type LocalPostgres } from '#tests/support/local-postgres.ts'
import { freePort, shopAt, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { openLane, type Lane } from './lane.ts'
import type { Probe } from './measure.ts'
import { keepOnCore } from './processor.ts'

/** The core of the shop and its database; who measures them works on another. */
export const SHOP_CORE = 0
const OTHER_CORE = 1

/** A folder of one's own, gone at the end. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-load-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This process stays off the shop's core for the length of the work. */
export const besideTheShop = async <T>(work: () => Promise<T>): Promise<T> => {
  if (availableParallelism() > 1) keepOnCore(process.pid, OTHER_CORE)
  try {
    return await work()
  } finally {
    keepOnCore(process.pid, `0-${availableParallelism() - 1}`)
  }
}

/** A PostgreSQL of its own with the server's defaults, so that every commit is on the disk before it is answered. null: none is installed. */
export const withPostgres = async <T>(work: (postgres: LocalPostgres) => Promise<T>): Promise<T | null> => {
  const postgres = startLocalPostgres(await freePort(), [])
  if (!postgres) return null
  try {
    return await work(postgres)
  } finally {
    postgres.stop()
  }
}

export const createDatabase = (postgres: LocalPostgres, name: string): Promise<string> => createDatabaseAt(postgres.url('postgres'), name)

export interface MeasuredShop {
  shop: Shop
  lanes: Lane[]
  probe: Probe
}

/** Starts a shop (of the source tree `root`) on the shop's core, with its database when that is a server, and opens lanes to it. */
export const withShop = async <T>(
  options: { env: Record<string, string>; lanes: number; postgres: LocalPostgres | null; root?: string },
  work: (measured: MeasuredShop) => Promise<T>
): Promise<T> => {
  const { env, postgres, root = ROOT } = options
  const settings = { PIN_PER_HOUR: '1000000', TRUST_PROXY: '1', PORT: String(await freePort()), ...env }
  const shop = await startShop(settings, 300_000, undefined, shopAt(root))
  const server = shop.child.pid ?? 0
  for (const pid of [server, ...(postgres ? [postgres.pid] : [])]) keepOnCore(pid, SHOP_CORE)
  // Each from a network of its own: limits by network are for one household, not for a crowd.
  const lanes = Array.from({ length: options.lanes }, (_, lane) => openLane(shop.url, 1, `10.${lane}.0.1`))
  const watcher = postgres ? new pg.Client({ connectionString: postgres.url('postgres') }) : null
  await watcher?.connect()
  const wal = async (): Promise<number> => {
    const result = await watcher?.query<{ at: string }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at`)
    return Number(result?.rows[0]?.at ?? 0)
  }
  try {
    const processes = { server, ...(postgres ? { database: postgres.pid } : {}) }
    return await work({ shop, lanes, probe: { processes, core: SHOP_CORE, ...(watcher ? { wal } : {}) } })
  } finally {
    for (const lane of lanes) lane.close()
    await watcher?.end()
    await shop.end()
  }
}
