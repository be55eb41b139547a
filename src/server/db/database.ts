import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { schema } from './schema.ts'

export type Schema = typeof schema
/** A database handle of either engine, or a transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>
