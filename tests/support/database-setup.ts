import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { checkCalls } from './checked-calls.ts'
import { startLocalPostgres } from './local-postgres.ts'
import { NOON } from './clock.ts'
import { freePort } from './shop-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File of a data folder with the test market, for PGlite. */
    dump: string
    /** Address of the server's `postgres` database. */
    postgresUrl: string
    /** The database of that server that holds the test market. */
    postgresTemplate: string
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
    // Another run may use the same server.
    const name = `shuka_template_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name}`)
    const template = new URL(url)
    template.pathname = `/${name}`
    const engine = await openPostgres(template.href, 4)
    await fill(engine)
    await engine.close()
    project.provide('postgresUrl', url)
    project.provide('postgresTemplate', name)
    project.provide('dump', '')
    return async () => {
      await admin.query(`drop database if exists ${name} with (force)`)
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
  project.provide('postgresTemplate', '')
  return () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
}
