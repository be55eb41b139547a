import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A database handle of either engine, or a transaction. Without the schema in its type, which costs the type check seconds. */
export type Db = PgDatabase<PgQueryResultHKT>
