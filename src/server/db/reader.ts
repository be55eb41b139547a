import type pg from 'pg'
import type { Db } from './database.ts'
import { isRefusal, isServerAway, rootCause } from './server-away.ts'

/** What a reader may do: selects, also written by hand. No write, no transaction, no lock. */
export type ReadDb = Pick<Db, 'select' | '$count' | 'execute'>

/**
 * The one place where reads may go to a replica. The rule: what the catalogue shows to everybody (lists, menus, search, a product, cities) is
 * read here. Baskets, orders, people, and whatever a caller may just have written are read from the main database.
 */
export interface Reader {
  /** Asks the replica when it is there and up to date, else the main database. Inside a transaction it is the transaction. */
  db: ReadDb
  /**
   * Looks whether the replica may be asked: `upToDate` puts a question to it alone. Until it was looked at, while it does not answer and while it
   * lags behind, the main database is asked.
   */
  follow(upToDate: (replica: ReadDb) => Promise<boolean>): Promise<void>
}

/** Without a replica: the main database. */
export const mainReader = (db: Db): Reader => ({ db, follow: () => Promise.resolve() })

type Query = (...args: unknown[]) => Promise<unknown>

/** Hears when the replica comes into use and when it goes out of it, and why. */
export type OnReplicaChange = (used: boolean, reason?: unknown) => void

/**
 * Stands where drizzle expects a pool. What a replica that is away leaves unanswered is asked again at the main database; what it refuses is a
 * fault of ours, which the main database would only hide.
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

/** A reader over two pools; `drizzle` makes a database of a pool. */
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
        // Also a replica that lacks a table yet: it is not asked, and the main database is.
        if (!isServerAway(cause) && !isRefusal(cause)) throw cause
        router.use(false, rootCause(cause))
      }
    }
  }
}
