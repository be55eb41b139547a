import pg from 'pg'
import { DatabaseUnreachable } from './server-away.ts'

/** Time limits of a pool, in milliseconds. */
export interface Limits {
  /** Waiting for a free connection, and opening one. */
  connect: number
  /** Waiting for a lock; answered by the server. */
  lock: number
  /** One statement; answered by the server. */
  statement: number
  /** A transaction that asks nothing: the server ends its connection. */
  idleInTransaction: number
  /** An answer that does not come, as from a paused server: the connection is destroyed. Above `statement`. */
  silence: number
}

/** Limits of a process that serves. A call waits for a connection and for one answer at most, so it fails within 10 seconds. */
export const SERVING_LIMITS: Limits = { connect: 3_000, lock: 4_000, statement: 5_000, idleInTransaction: 10_000, silence: 6_000 }

/** Shorter: a replica that hangs is not read, the main database is. */
export const REPLICA_LIMITS: Limits = { ...SERVING_LIMITS, connect: 2_000, statement: 4_000, silence: 5_000 }

/** After a stall of this process the answer may already be waiting in the socket. */
const GRACE_MS = 200

/** While the server is silent, one call in so many milliseconds asks it; the others fail at once, and no queue meets it when it is back. */
const PROBE_MS = 1_000

/** Destroys the connection when an answer does not come in time: its queries fail, and the pool opens another. */
const endWhenSilent = (client: pg.ClientBase, ms: number, onSilent: (silent: boolean) => void): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } }
  const send = client.query.bind(client) as (...parameters: unknown[]) => unknown
  let timer: NodeJS.Timeout | null = null
  let lost = false
  const stop = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const answered = (): void => {
    stop()
    onSilent(false)
  }
  const giveUp = (): void => {
    onSilent(true)
    connection.stream.destroy()
  }
  const end = (): void => {
    lost = true
    stop()
  }
  const query = (...parameters: unknown[]): unknown => {
    // A ROLLBACK on a lost connection fails at once.
    if (!lost) timer ??= setTimeout(() => (timer = setTimeout(giveUp, GRACE_MS)), ms)
    return send(...parameters)
  }
  client.on('drain', answered)
  client.on('end', end).on('error', end)
  client.query = query as typeof client.query
}

/**
 * Set by statements and not at connecting, because pgbouncer refuses unknown parameters there. The pool hands out the connection
 * afterwards.
 */
const limitServer = (client: pg.ClientBase, { lock, statement, idleInTransaction }: Limits): Promise<unknown> =>
  client.query(
    `set lock_timeout = ${lock}; set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleInTransaction}`
  )

/** Returns the connection to the pool when it is lost: drizzle does not when already its BEGIN fails. */
const releasedWhenLost = (client: pg.PoolClient): pg.PoolClient => {
  const release = client.release.bind(client)
  let released = false
  const releaseOnce = (destroy?: Error | boolean): void => {
    if (released) return
    released = true
    client.off('end', lost)
    release(destroy)
  }
  const lost = (): void => releaseOnce(true)
  client.once('end', lost)
  client.release = releaseOnce
  return client
}

/** The pool's message when a server accepts a connection and says nothing. */
const CONNECT_TIMEOUT = 'Connection terminated due to connection timeout'

type OnClient = Parameters<pg.Pool['connect']>[0]

/** A pool that survives its server: a lost connection fails its own query only, and none is kept that cannot be used. */
export class SafePool extends pg.Pool {
  #isSilent = false
  #probedAt = -Infinity

  constructor(config: pg.PoolConfig, limits?: Limits) {
    super({
      keepAlive: true,
      ...(limits ? { connectionTimeoutMillis: limits.connect } : {}),
      ...config,
      onConnect: async (client) => {
        // Without a listener, a connection that is lost between two queries of a transaction ends the process.
        client.on('error', () => undefined)
        if (!limits) return
        endWhenSilent(client, limits.silence, (silent) => void (this.#isSilent = silent))
        await limitServer(client, limits)
      }
    })
    // The pool replaces broken idle connections; the next query fails if the server is away.
    this.on('error', () => undefined)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(onClient: OnClient): void
  override connect(onClient?: OnClient): Promise<pg.PoolClient> | undefined {
    if (onClient) {
      this.#connect(onClient)
      return undefined
    }
    return new Promise((resolve, reject) => {
      // By callback, so that a connection cannot be lost unnoticed before the listener is there.
      this.#connect((cause, client) => {
        if (client) resolve(releasedWhenLost(client))
        else reject(new DatabaseUnreachable(cause))
      })
    })
  }

  #connect(onClient: OnClient): void {
    const now = performance.now()
    if (this.#isSilent && now - this.#probedAt < PROBE_MS)
      return process.nextTick(onClient, new Error('timeout exceeded when trying to connect: the server was silent a moment ago'))
    this.#probedAt = now
    super.connect((cause, client, release) => {
      if (cause?.message === CONNECT_TIMEOUT) this.#isSilent = true
      onClient(cause, client, release)
    })
  }
}
