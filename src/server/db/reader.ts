import type pg from 'pg'
import type { Db } from './database.ts'
import { isRefusal, isServerAway, rootCause } from './server-away.ts'

/** Selects only, also handwritten ones: no writes, transactions or locks. */
export type ReadDb = Pick<Db, 'select' | '$count' | 'execute'>

/**
 * The only reads that may go to a replica: public data of the catalogue (lists, menus, search, a product, cities). Baskets, orders,
 * people, and anything that the caller may just have written, are read from the main database.
 */
export interface Reader {
  /** The replica when it is available and up to date, else the main database. Inside a transaction it is the transaction. */
  db: ReadDb
  /**
   * Decides whether the replica is used; `upToDate` queries it alone. Until the first call, and while the replica is away or behind, the
   * main database is used.
   */
  follow(upToDate: (replica: ReadDb) => Promise<boolean>): Promise<void>
}

/** A reader without a replica. */
export const mainReader = (db: Db): Reader => ({ db, follow: () => Promise.resolve() })

type Query = (...args: unknown[]) => Promise<unknown>

/** Called when the replica starts or stops being used, with the reason. */
export type OnReplicaChange = (used: boolean, reason?: unknown) => void

/**
 * A pool for drizzle that routes queries. When the replica is away, the query is repeated on the main database. Errors of the query itself
 * are thrown.
 */
class ReplicaRouter {
  #usable = false
  readonly #main: pg.Pool
  readonly #replica: pg.Pool
  readonly #onChange: OnReplicaChange
  constructor(main: pg.Pool, replica: pg.Pool, onChange: OnReplicaChange) {
    this.#main = main
    this.#replica = replica
    this.#onChange = onChange
  }
  use(usable: boolean, reason?: unknown): void {
    if (usable !== this.#usable) this.#onChange(usable, reason)
    this.#usable = usable
  }
  query: Query = async (...args) => {
    if (this.#usable) {
      try {
        return await (this.#replica.query as unknown as Query)(...args)
      } catch (cause) {
        if (!isServerAway(cause)) throw cause
        this.use(false, cause)
      }
    }
    return (this.#main.query as unknown as Query)(...args)
  }
}

/** Creates a reader over two pools; `drizzle` creates a database handle of a pool. */
export const replicaReader = (main: pg.Pool, replica: pg.Pool, drizzle: (pool: pg.Pool) => Db, onChange: OnReplicaChange): Reader => {
  const router = new ReplicaRouter(main, replica, onChange)
  const replicaDb = drizzle(replica)
  return {
    db: drizzle(router as unknown as pg.Pool),
    follow: async (upToDate) => {
      try {
        const isUpToDate = await upToDate(replicaDb)
        router.use(isUpToDate, isUpToDate ? undefined : 'behind')
      } catch (cause) {
        // A replica may also lack a table that a migration has just created.
        if (!isServerAway(cause) && !isRefusal(cause)) throw cause
        router.use(false, rootCause(cause))
      }
    }
  }
}
