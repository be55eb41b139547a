import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from './local-postgres.ts'
import { childrenOf } from './worker-lines.ts'

const run = promisify(execFile)

/** Runs a program as an ordinary user: PostgreSQL and pgbouncer refuse to run as root. */
export const runUnprivileged = async (command: string, args: readonly string[]): Promise<void> => {
  const isRoot = process.getuid?.() === 0
  const [program = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', command, ...args] : [command, ...args]
  await run(program, rest, { cwd: '/' })
}

/** A folder that the unprivileged user may write. */
export const unprivilegedFolder = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-pg-'))
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) await run('chown', ['postgres', folder])
  return folder
}

/** A PostgreSQL server that can be stopped, paused and promoted. */
export interface PostgresServer {
  port: number
  url: (database: string) => string
  /** Resolves when it accepts connections. */
  start: () => Promise<void>
  /** Stops at once, without a word to its clients, as a power cut does. */
  crash: () => Promise<void>
  /** Stops all its processes, which keep their connections. Returns a function that lets them go on. */
  pause: () => () => void
  /** Makes the main server of a standby. */
  promote: () => Promise<void>
  remove: () => Promise<void>
}

interface ServerOptions {
  port: number
  settings?: readonly string[]
  /** Makes a standby of this server, which confirms its commits under this name. */
  standbyOf?: { primary: PostgresServer; name: string }
}

/** Creates a server, and starts it. */
export const createPostgresServer = async ({ port, settings = ['fsync=off'], standbyOf }: ServerOptions): Promise<PostgresServer> => {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is missing: install it (Debian: postgresql)')
  const folder = await unprivilegedFolder()
  const data = join(folder, 'data')
  if (standbyOf) {
    const { primary, name } = standbyOf
    const source = `host=127.0.0.1 port=${primary.port} user=shuka application_name=${name}`
    await runUnprivileged(join(programs, 'pg_basebackup'), ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', source])
  } else await runUnprivileged(join(programs, 'initdb'), ['-D', data, '-U', 'shuka', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'])
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200', ...settings]
  const options = `-p ${port} ${all.map((setting) => `-c ${setting}`).join(' ')}`
  const control = (...args: string[]) => runUnprivileged(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), ...args])
  const pid = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const start = () => control('-o', options, 'start')
  const crash = () => control('-m', 'immediate', 'stop')
  await start()
  return {
    port,
    url: (database) => `postgres://shuka@127.0.0.1:${port}/${database}`,
    start,
    crash,
    pause: () => {
      process.kill(pid(), 'SIGSTOP')
      const pids = [pid(), ...childrenOf(pid())]
      for (const one of pids) process.kill(one, 'SIGSTOP')
      return () => {
        // The parent last: until it goes on, a child that has ended meanwhile is still there.
        for (const one of pids.toReversed()) process.kill(one, 'SIGCONT')
      }
    },
    promote: () => control('promote'),
    remove: async () => {
      // It may be stopped already.
      await crash().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
