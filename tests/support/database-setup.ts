import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { checkCalls } from './checked-calls.ts'
import { startLocalPostgres } from './local-postgres.ts'
import { NOON } from './clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File of a data folder with the test market, for PGlite. */
    dump: string
    /** Address of the server's `postgres` database; its `shuka_template` holds the test market. */
    postgresUrl: string
    /** Folder where each file writes which calls it made with success. */
    callLogs: string
  }
}

const MARKET = new URL('./market', import.meta.url).pathname

const fill = (engine: Engine) => importMarket(engine, MARKET, { now: () => NOON })

/** Migrates and fills one database; every test file starts from a copy of it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // A run in parts has one folder for all of them.
  const callLogs = process.env.CALL_LOGS ?? mkdtempSync(join(tmpdir(), 'shuka-calls-'))
  mkdirSync(callLogs, { recursive: true })
  project.provide('callLogs', callLogs)
  const close = await prepare(project)
  return async () => {
    await close()
    try {
      checkCalls(callLogs)
    } catch (cause) {
      process.exitCode = 1
      throw cause
    } finally {
      if (!process.env.CALL_LOGS) rmSync(callLogs, { recursive: true, force: true })
    }
  }
}

const prepare = async (project: TestProject): Promise<() => Promise<void>> => {
  if (process.env.TEST_ENGINE === 'postgres') {
    const local = process.env.DATABASE_URL ? null : startLocalPostgres(await freePort())
    const url = process.env.DATABASE_URL ?? local?.url('postgres')
    if (!url) throw new Error('TEST_ENGINE=postgres needs DATABASE_URL or PostgreSQL programs on this machine')
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query('drop database if exists shuka_template with (force)')
    await admin.query('create database shuka_template')
    const template = new URL(url)
    template.pathname = '/shuka_template'
    const engine = await openPostgres(template.href, 4)
    await fill(engine)
    await engine.close()
    project.provide('postgresUrl', url)
    project.provide('dump', '')
    return async () => {
      await admin.query('drop database if exists shuka_template with (force)')
      await admin.end()
      local?.stop()
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'shuka-test-'))
  const { PGlite } = await import('@electric-sql/pglite')
  const data = join(folder, 'data')
  const engine = await openPglite(data)
  await fill(engine)
  await engine.close()
  const lite = await PGlite.create({ dataDir: data })
  const dump = join(folder, 'market.tar')
  writeFileSync(dump, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
  await lite.close()
  project.provide('dump', dump)
  project.provide('postgresUrl', '')
  return () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
