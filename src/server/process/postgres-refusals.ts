import type pg from 'pg'
import { BadConfiguration } from '#server/config.ts'
import { openPostgres, type Engine, type PostgresOptions } from '#server/db/engine.ts'
import { MigrationRefused } from '#server/db/migrations.ts'
import { isServerAway } from '#server/db/server-away.ts'
import { faultOf, type Fault } from './refusals.ts'

/** Time limit of the first connection. */
const CONNECT_TIMEOUT_MS = 10_000
/** Oldest supported version, as server_version_num. */
const MIN_VERSION = 15_00_00
const EMBEDDED = 'or unset DATABASE_URL for the embedded database.'

/** Where DATABASE_URL leads, for messages; never holds the password itself. */
interface Target {
  user: string
  password: boolean
  database: string
  /** Host and port, or the folder of a local socket. */
  at: string
  host: string
  /** Options of psql, createdb and createuser for this server; '' for the defaults. */
  options: string
}

const targetOf = ({ user = '', database = '', host, port, password }: pg.Client): Target => ({
  user,
  database: database || user,
  password: Boolean(password),
  host,
  at: host.startsWith('/') ? `${host}, port ${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`,
  options: `${host === 'localhost' ? '' : `-h ${shellQuote(host)} `}${port === 5432 ? '' : `-p ${port} `}`
})
/** Quotes a word of a shell command. */
const shellQuote = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
/** Quotes an SQL identifier. */
const quoteIdentifier = (text: string): string => `"${text.replaceAll('"', '""')}"`
const psql = ({ options, database }: Target, sql: string): string => `psql ${options}-d ${shellQuote(database)} -c ${shellQuote(sql)}`

type Explain = (target: Target, fault: Fault) => string

/** By SQLSTATE, or by the code of a system error. */
const BY_CODE: Record<string, Explain> = {
  ECONNREFUSED: ({ at }) => `Nothing listens at ${at}, where DATABASE_URL leads. Start PostgreSQL there, correct the address, ${EMBEDDED}`,
  ENOTFOUND: ({ host }) => `DATABASE_URL leads to ${host}, which is the name of no machine. Correct the address, ${EMBEDDED}`,
  ETIMEDOUT: ({ at }) =>
    `Nobody answers at ${at}, where DATABASE_URL leads. Start the machine, let us through its firewall, correct the address, ${EMBEDDED}`,
  ECONNRESET: ({ at }) =>
    `What listens at ${at}, where DATABASE_URL leads, closes the connection: it may be no PostgreSQL. Correct the address, ${EMBEDDED}`,
  '3D000': (target) =>
    `The database "${target.database}" of DATABASE_URL does not exist at ${target.at}. ` +
    `Create it: createdb ${target.options}-O ${shellQuote(target.user)} ${shellQuote(target.database)}`,
  '28P01': ({ at, user }) =>
    `The server at ${at} does not take the password that DATABASE_URL has for the user "${user}", or does not know the user. ` +
    'Correct the address (in a password, @ is written %40, / %2F, # %23, ? %3F, % %25), or give the user this password.',
  '42501': (target, { message }) =>
    `The user "${target.user}" of DATABASE_URL may not make tables in the database "${target.database}" (${message}). ` +
    `Make it the owner: ${psql(target, `ALTER DATABASE ${quoteIdentifier(target.database)} OWNER TO ${quoteIdentifier(target.user)}`)}`,
  '25006': ({ at }) =>
    `The server at ${at}, where DATABASE_URL leads, takes no writes: it is a replica. ` +
    'Name the main server in DATABASE_URL, and the replica in DATABASE_READ_URL.',
  '53300': ({ at }) =>
    `The server at ${at}, where DATABASE_URL leads, has no connection left. Lower DATABASE_POOL, or raise its max_connections.`,
  '57P03': ({ at }, { message }) => `The server at ${at}, where DATABASE_URL leads, is not ready (${message}). Start again in a moment.`
}
const CODE_ALIASES: Record<string, string> = {
  ENOENT: 'ECONNREFUSED',
  EAI_AGAIN: 'ENOTFOUND',
  EHOSTUNREACH: 'ETIMEDOUT',
  ENETUNREACH: 'ETIMEDOUT',
  EPIPE: 'ECONNRESET'
}

/** By message, where the code is not specific enough; the first match counts. */
const BY_MESSAGE: readonly [RegExp, Explain][] = [
  [
    /^role .* does not exist/,
    ({ at, user, options }) =>
      `The user "${user}" of DATABASE_URL does not exist at ${at}. Create it: createuser ${options}-P ${shellQuote(user)}`
  ],
  [
    /not permitted to log in/,
    (target) =>
      `The user "${target.user}" of DATABASE_URL may not sign in at ${target.at}. Let it: ${psql(target, `ALTER ROLE ${quoteIdentifier(target.user)} LOGIN`)}`
  ],
  [
    /pg_hba\.conf/,
    ({ at, user, database }, { message }) =>
      `The server at ${at} does not let the user "${user}" of DATABASE_URL into the database "${database}" from this machine. ` +
      `Add a line to its pg_hba.conf${message.includes('no encryption') ? ', or ?sslmode=verify-full to the address where it wants TLS.' : '.'}`
  ],
  [
    /client password must be/,
    ({ at, user }) =>
      `The server at ${at} asks for the password of "${user}", and DATABASE_URL has none. Write it there: postgres://USER:PASSWORD@HOST/DATABASE`
  ],
  [
    /does not support SSL/,
    ({ at }) => `The server at ${at} speaks no TLS. Take sslmode out of DATABASE_URL, or turn TLS on there (ssl = on).`
  ],
  [
    /certificate/i,
    ({ at }, { message }) =>
      `The certificate of the server at ${at}, where DATABASE_URL leads, is not believed (${message}). ` +
      'Name who signed it: add ?sslmode=verify-full&sslrootcert=/path/to/ca.pem to the address.'
  ],
  [/timeout|timed out/, (target, fault) => BY_CODE.ETIMEDOUT?.(target, fault) ?? ''],
  [/terminated unexpectedly/, (target, fault) => BY_CODE.ECONNRESET?.(target, fault) ?? '']
]

/** The server is away: the same address may work in a moment. */
export class ServerAway extends BadConfiguration {}

/** Refusals that stay until somebody acts: sign-in, missing database, certificate. */
const PERMANENT = /^(28|3D|CERT_|ERR_)/

const refusalOf = (cause: unknown, target: Target): unknown => {
  const fault = faultOf(cause)
  const byMessage = BY_MESSAGE.find(([pattern]) => pattern.test(fault.message))?.[1]
  const explain = byMessage ?? BY_CODE[CODE_ALIASES[fault.code] ?? fault.code]
  const isAway = isServerAway(cause) && !PERMANENT.test(fault.code)
  if (explain) return new (isAway ? ServerAway : BadConfiguration)(explain(target, fault))
  if (isAway) return new ServerAway(`The server at ${target.at}, where DATABASE_URL leads, is not ready (${fault.message}).`)
  if (fault.code.startsWith('28'))
    return new BadConfiguration(`The server at ${target.at}, where DATABASE_URL leads, does not let us in: ${fault.message}.`)
  return cause
}

/** Throws BadConfiguration when the server cannot be used, before anything is written to it. */
const checkServer = async (client: pg.Client, { at, user, database, options }: Target): Promise<void> => {
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; name: string; encoding: string; copy: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
              current_setting('server_encoding') as encoding, pg_is_in_recovery() as copy`
    )
    const [server] = rows
    if (!server) return
    if (server.version < MIN_VERSION)
      throw new BadConfiguration(`The server at ${at}, where DATABASE_URL leads, is PostgreSQL ${server.name}. The shop needs 15 or newer.`)
    if (server.encoding !== 'UTF8')
      throw new BadConfiguration(
        `The database "${database}" of DATABASE_URL keeps texts as ${server.encoding}, which has no Armenian. ` +
          `Create another: createdb ${options}-O ${shellQuote(user)} -E UTF8 -T template0 NAME`
      )
    if (server.copy) throw Object.assign(new Error('in recovery'), { code: '25006' })
  } finally {
    // The original failure is thrown.
    await client.end().catch(() => undefined)
  }
}

/** Opens the server of DATABASE_URL. Throws BadConfiguration with the reason and the cure; other errors pass. */
export const openDatabase = async (url: string, pool: number, options?: PostgresOptions): Promise<Engine> => {
  const { default: driver } = await import('pg')
  const client = new driver.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'shuka start' })
  client.on('error', () => undefined)
  const target = targetOf(client)
  try {
    await checkServer(client, target)
    return await openPostgres(url, pool, options)
  } catch (cause) {
    throw cause instanceof BadConfiguration || cause instanceof MigrationRefused ? cause : refusalOf(cause, target)
  }
}
