import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { unprivilegedFolder } from './postgres-server.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPgbouncer = (): boolean => existsSync(PROGRAM)

export interface Bouncer {
  url: (database: string) => string
  /** Sends all connections to the server of another port; those to the old one are closed. */
  leadTo: (port: number) => Promise<void>
  stop: () => void
}

/** The lines that src/server/README.md advises. */
const configuration = (port: number, serverPort: number, folder: string): string => `[databases]
* = host=127.0.0.1 port=${serverPort} user=shuka
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
admin_users = shuka
pool_mode = session
server_login_retry = 1
server_connect_timeout = 2
server_check_delay = 0
query_wait_timeout = 3
max_client_conn = 200
default_pool_size = 60
`

/** Starts pgbouncer in front of a server: one address that survives a failover. */
export const startPgbouncer = async (port: number, serverPort: number): Promise<Bouncer> => {
  const folder = await unprivilegedFolder()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), '"shuka" ""\n')
  writeFileSync(file, configuration(port, serverPort, folder))
  const isRoot = process.getuid?.() === 0
  const child = isRoot
    ? spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', PROGRAM, '-q', file], { cwd: '/', stdio: 'ignore' })
    : spawn(PROGRAM, ['-q', file], { stdio: 'ignore' })
  const url = (database: string): string => `postgres://shuka@127.0.0.1:${port}/${database}`
  const command = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url('pgbouncer') })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  for (let tries = 0; ; tries += 1) {
    try {
      await command('SHOW VERSION')
      break
    } catch (cause) {
      if (tries > 100) throw cause
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    url,
    leadTo: async (nextPort) => {
      writeFileSync(file, configuration(port, nextPort, folder))
      await command('RELOAD')
    },
    stop: () => {
      child.kill('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
