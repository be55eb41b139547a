import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export const NO_POSTGRES = 'PostgreSQL is missing: install it (Debian: postgresql), or leave its tests out by WITHOUT_POSTGRES=1'

/** The database with the test market that tests of processes copy. */
export const FILLED_DATABASE = 'shuka_filled'

const ROOT = '/usr/lib/postgresql'

/** Folder of PostgreSQL's programs on this machine, newest version; null when there is none. */
export const postgresPrograms = (): string | null => {
  if (!existsSync(ROOT)) return null
  const versions = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(ROOT, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

export interface LocalPostgres {
  /** Address of a database of that name; `postgres` exists. */
  url: (database: string) => string
  /** Of the process all others belong to. */
  pid: number
  stop: () => void
}

/**
 * A throw-away server on a free port, owned by an ordinary user (PostgreSQL refuses to run as root). Tests give up safety against power cuts
 * for speed; whoever measures passes no settings and gets PostgreSQL's defaults.
 */
export const startLocalPostgres = (port: number, settings: readonly string[] = ['fsync=off']): LocalPostgres | null => {
  const programs = postgresPrograms()
  if (!programs) return null
  const folder = mkdtempSync(join(tmpdir(), 'shuka-pg-'))
  const isRoot = process.getuid?.() === 0
  const run = (program: string, args: string[]): void => {
    const command = join(programs, program)
    if (isRoot) execFileSync('runuser', ['-u', 'postgres', '--', command, ...args], { cwd: '/', stdio: 'ignore' })
    else execFileSync(command, args, { stdio: 'ignore' })
  }
  chmodSync(folder, 0o755)
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'shuka', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200${settings.map((one) => ` -c ${one}`).join('')}`
  run('pg_ctl', ['-D', data, '-o', options, '-w', '-l', join(folder, 'log'), 'start'])
  return {
    url: (database) => `postgres://shuka@127.0.0.1:${port}/${database}`,
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Creates a database on the server of an address and answers its own address. */
export const createDatabaseAt = async (server: string, name: string, template = 'template1'): Promise<string> => {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
