import type pg from 'pg'
import type { Db } from './engine.ts'

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

/** Stands where drizzle expects a pool. A select that fails on the replica, for whatever reason, is asked again at the main database. */
class ReplicaFirst {
  #usable = false
  readonly #main: pg.Pool
  readonly #replica: pg.Pool
  readonly #onChange: (used: boolean) => void
  constructor(main: pg.Pool, replica: pg.Pool, onChange: (used: boolean) => void) {
    this.#main = main
    this.#replica = replica
    this.#onChange = onChange
  }
  use(usable: boolean): void {
    if (usable !== this.#usable) this.#onChange(usable)
    this.#usable = usable
  }
  query: Query = async (...args) => {
    if (this.#usable) {
      try {
        return await (this.#replica.query as unknown as Query)(...args)
      } catch {
        this.use(false)
      }
    }
    return (this.#main.query as unknown as Query)(...args)
  }
}

/** A reader over two pools; `drizzle` makes a database of a pool. `onChange` hears when the replica comes into use and goes out of it. */
export const replicaReader = (
  main: pg.Pool,
  replica: pg.Pool,
  drizzle: (pool: pg.Pool) => Db,
  onChange: (used: boolean) => void
): Reader => {
  const first = new ReplicaFirst(main, replica, onChange)
  const alone = drizzle(replica)
  return {
    db: drizzle(first as unknown as pg.Pool),
    follow: async (upToDate) => first.use(await upToDate(alone).catch(() => false))
  }
}
